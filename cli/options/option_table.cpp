// Every command and every option, once: parsing, help and completion read these tables.
#include <array>

#include "cli/options/options.h"
#include "cli/verify/domains.h"

namespace dmlrun::cli {
namespace {

constexpr unsigned bit(Command command) { return 1u << static_cast<unsigned>(command); }
constexpr unsigned kRun = bit(Command::run), kCheck = bit(Command::check), kGen = bit(Command::gen),
                   kExplain = bit(Command::explain), kDiff = bit(Command::diff), kBackends = bit(Command::backends),
                   kFuzz = bit(Command::fuzz), kEmit = bit(Command::emit), kBench = bit(Command::bench),
                   kVerify = bit(Command::verify);
constexpr unsigned kReadsSpecs = kRun | kCheck | kGen | kExplain | kEmit | kBench;
constexpr unsigned kCompiles = kRun | kCheck | kExplain | kEmit | kBackends | kBench | kVerify;
constexpr unsigned kSchema = bit(Command::schema), kAll = ~0u;
constexpr std::size_t kAnyNumber = 1u << 20;

constexpr std::array kCommands = {
    CommandInfo{Command::run, "", "SPEC [INPUT...]",
                "Run one operator, from a spec or from words, or a DxDispatch model: '-' is standard input.",
                "  dmlrun TILE x.npy --Repeats 1,2 -o y.npy\n"
                "      an operator without a spec: its fields are options, its inputs operands\n"
                "  dmlrun ADD x.npy 0.5\n"
                "      an operand is a file, or values: 0.5, 1,2, [[1,2],[3,4]], inf\n"
                "  dmlrun tile.json\n"
                "      prints the output of a spec that has its inputs inside\n"
                "  dmlrun pad.json x.npy -o y.npy\n"
                "      from file to file; the spec need not repeat the type and sizes of x.npy\n"
                "  dmlrun join.json --in InputTensors=a.npy,b.npy --expect OutputTensor=c.npy\n"
                "      exit 1 and a report on standard error when the result is not c.npy\n"
                "  dmlrun tile.json --backend all\n"
                "      runs every back end that works here; exit 1 when two of them differ\n"
                "  dmlrun model.json -i 10 -v 1\n"
                "      the commands of a model; ten samples of the time of each dispatch\n"
                "  dmlrun tile-1\n"
                "      a folder that 'dmlrun gen' made\n",
                1, kAnyNumber},
    CommandInfo{Command::check, "check", "PATH...",
                "Run every spec and model below PATH on every back end and compare with its expected values.",
                "  dmlrun check specs/examples\n"
                "      a file that passes counts once for each back end, one that is to be refused once\n"
                "  dmlrun check --list models\n"
                "      which models would run, and what the others lack\n"
                "  dmlrun check specs/rejected --verbose\n"
                "      files below a folder 'rejected' pass when they are refused as they say\n",
                1, kAnyNumber},
    CommandInfo{Command::gen, "gen", "SPEC [INPUT...]",
                "Make random inputs and the reference's output for a spec, and a DxDispatch model of them.",
                "  dmlrun gen tile.json\n"
                "      writes them into tile-1, and says so\n"
                "  dmlrun gen tile.json --seed 7 --dir case7\n"
                "      writes .npy files, case7/spec.json and case7/model.json\n"
                "  dmlrun case7/spec.json\n"
                "      runs what was made and compares\n",
                1, kAnyNumber},
    CommandInfo{
        Command::explain, "explain", "SPEC [INPUT...]",
        "Show what each axis does, the formula and the back end; --verbose adds how it runs, and why not otherwise.",
        "  dmlrun explain pad.json\n"
        "      of each axis how many elements of the output are copied, reversed or filled\n"
        "  dmlrun explain TILE x.npy --Repeats 1,2 --verbose\n"
        "  dmlrun explain pad.json --in InputTensor=x.npy --spec\n"
        "      the completed spec as JSON, every derived field written out\n"
        "  dmlrun explain pad.json --picture pad.svg\n"
        "      a drawing of where each element of the output comes from\n",
        1, kAnyNumber},
    CommandInfo{Command::emit, "emit", "SPEC [INPUT...]",
                "Show the code that a back end makes for a spec, or make code for other programs and machines.",
                "  dmlrun emit pad.json --backend jit-avx2\n"
                "      the disassembly, with the plan and what was chosen in comments\n"
                "  dmlrun emit pad.json --format bin --out pad.bin\n"
                "      the bytes\n"
                "  dmlrun emit pad.json --target arm-64-android --format object,header --function pad --dir kernels\n"
                "      kernels/pad.o and kernels/pad.h, for programs without dmlrun\n"
                "  dmlrun emit pad.json --backend halide-metal\n"
                "      the Metal source of its kernels\n",
                1, kAnyNumber},
    CommandInfo{
        Command::fuzz, "fuzz", "",
        "Find where a back end, or with --against any program, differs from the reference: random operators and data.",
        "  dmlrun fuzz --duration 600 --dir findings\n"
        "      mutations of specs/examples and generated operators, on all cores, for ten minutes. Plans, what\n"
        "      kernels do, are of one kind where they differ in lengths and places only: the more kinds, the more\n"
        "      ways to generate code were tried\n"
        "  dmlrun fuzz --count 1000000 --shard 2/4 --operators TILE,JOIN --backends jit-avx2\n"
        "      the second quarter of a million cases\n"
        "  dmlrun fuzz --against 'python3 adapter.py' --operators JOIN --duration 60\n"
        "      another implementation: it reads paths of folders, one a line, runs spec.json there on the .npy\n"
        "      files beside it, writes result/OutputTensor.npy, of several OutputTensors_0.npy and so on, and\n"
        "      answers each with a line, ok, unsupported WHY or error WHY\n",
        0, 0},
    CommandInfo{Command::verify, "verify", "FUNCTION...|all",
                "Count the results of a function that are not correctly rounded, over every FLOAT32 and FLOAT16 input.",
                "  dmlrun verify SQRT RECIP --backend jit-avx2 --hashes testdata/verify\n"
                "      every FLOAT32 input of a function takes a minute or more, where no hashes are kept\n"
                "      hashes that are kept there spare the long arithmetic; what is missing is added, so that a run\n"
                "      that was interrupted goes on\n"
                "  dmlrun verify EXP --type FLOAT16 --against 'python3 adapter.py'\n"
                "      another implementation, asked as fuzz asks it\n",
                1, kAnyNumber},
    CommandInfo{
        Command::bench, "bench", "[SPEC [INPUT...]]",
        "Time the built-in grid, a spec or a model, in rounds with memcpy and memset.",
        "  dmlrun bench --grid quick\n"
        "      209 cells in a minute; a cell's name, or a part, after --filter takes less. A cell is named by its\n"
        "      operator, type, shape and output's size: 'join: f32 64 and 32 more of 56x56, 1.15 MB'. Columns: GB/s "
        "of\n"
        "      the output; least and median time of a call; spread, the distance between the quartiles of x memcpy by\n"
        "      its median; c/64, core cycles for 64 elements of the output. A terminal gets a legend of all\n"
        "  dmlrun bench --json new.json --compare old.json --html report.html\n"
        "      keeps the figures, says what changed beyond noise, and draws them\n"
        "  dmlrun bench pad.json --isa avx2\n"
        "      one operator, with both placements of buffers; inputs without values are filled with random ones\n"
        "  dmlrun bench ELEMENT_WISE_LOG x.npy\n"
        "      of values of your own, on which the time of some functions depends\n",
        0, kAnyNumber},
    CommandInfo{Command::diff, "diff", "A.npy B.npy",
                "Compare two .npy files: A is what is expected, B what was found.",
                "  dmlrun diff expected.npy found.npy\n"
                "  dmlrun diff expected.npy found.npy --ulp 2\n"
                "  dmlrun diff expected.npy found.npy --picture where.svg\n"
                "      a drawing of where they differ, and by how much\n",
                2, 2},
    CommandInfo{Command::backends, "backends", "", "List the back ends, best first, and why some do not work here.",
                "  dmlrun backends\n", 0, 0},
    CommandInfo{
        Command::schema, "schema", "[OPERATOR]",
        "Print a JSON Schema for the specs of one operator, or of all, or for DxDispatch's models, for editors.",
        "  dmlrun schema TILE > tile.schema.json\n"
        "  dmlrun schema --model > model.schema.json\n",
        0, 1},
    CommandInfo{
        Command::operators, "operators", "[WORD...]",
        "List DirectML's operators, or those with each WORD in their name or line: what each does, and which run here.",
        "  dmlrun operators quantize\n"
        "  dmlrun operators implemented\n",
        0, kAnyNumber},
    CommandInfo{Command::new_spec, "new", "OPERATOR", "Print a spec of an operator that runs as it is, to begin with.",
                "  dmlrun new PADDING > pad.json\n", 1, 1},
    CommandInfo{Command::completion, "completion", "bash|zsh", "Print a completion script for a shell.",
                "  source <(dmlrun completion bash)\n", 1, 2},
    CommandInfo{Command::help, "help", "[COMMAND|OPERATOR]",
                "Show this help, that of a command, or an operator's fields, types, formula, rules and an example.",
                "  dmlrun help check\n"
                "  dmlrun help PADDING\n",
                0, 1},
};

constexpr std::array kOptions = {
    OptionInfo{"--in", "", "Name=file",
               "an input's file ('-': standard input): .npy, file.npz:name, or .bin, .raw, .dat by the spec's type and "
               "sizes; again, "
               "or a,b, for a tensor array",
               kRun | kExplain | kEmit},
    OptionInfo{
        "--out", "-o", "[Name=]file",
        "where an output goes as .npy ('-': standard output); without a name the first one, then the next; else it "
        "is printed",
        kRun},
    OptionInfo{"--expect", "", "[Name=]file", "compare an output with such a file", kRun},
    OptionInfo{"--ulp", "", "N", "accept values at most N representable values away", kRun | kDiff | kFuzz},
    OptionInfo{"--abs", "", "X", "accept values at most X away", kRun | kDiff | kFuzz},
    OptionInfo{"--rel", "", "X", "accept values at most X times the expected value away", kRun | kDiff | kFuzz},
    OptionInfo{"--backend", "", "NAME", "auto (default), all, or a name that 'dmlrun backends' lists", kRun | kCheck},
    OptionInfo{"--backend", "", "NAME", "auto (default), or a name that 'dmlrun backends' lists",
               kExplain | kEmit | kBench | kVerify},
    OptionInfo{"--format", "", "F[,F]",
               "asm (default): disassembly; bin: the code's bytes; object, header: for other programs; "
               "source: of halide-opencl, halide-cuda, halide-metal",
               kEmit},
    OptionInfo{"--target", "", "T",
               "what object and header are for, as in arm-64-osx or x86-64-windows-avx2 (default: host)", kEmit},
    OptionInfo{"--function", "", "NAME", "what the function of object and header is called", kEmit},
    OptionInfo{"--out", "-o", "FILE", "where it goes ('-': standard output, the default)", kEmit},
    OptionInfo{"--dir", "", "D", "the folder for several formats or outputs; files are named as the function", kEmit},
    OptionInfo{"--output", "", "N", "only this output of the operator, counted from 0", kEmit},
    OptionInfo{"--isa", "", "NAME", "the most that generated code may use", kCompiles, isa_names},
    OptionInfo{"--tuning", "", "NAME", "make the choices for a processor", kCompiles, tuning_names},
    OptionInfo{"--device", "", "N|NAME", "of the devices that 'dmlrun backends' lists, this number or part of a name",
               kCompiles & ~kEmit},
    OptionInfo{"--threads", "", "N", "most threads that share a large output; 1 (default), 0: one per processor",
               kRun | kCheck | kExplain | kBench},
    OptionInfo{"--feature-level", "--dml_feature_level", "L",
               "validate for a DirectML feature level, 1.0 to 6.4 (default)", kReadsSpecs},
    OptionInfo{"--strict", "", "", "refuse unknown fields instead of warning", kReadsSpecs},
    OptionInfo{"--skip-unsupported", "", "", "run what a model has beside things that dmlrun does not run",
               kRun | kCheck},
    OptionInfo{"--any-alignment", "", "", "take offsets in a model that are not multiples of 16 bytes", kRun | kCheck},
    OptionInfo{"--list", "", "", "say which models would run and what the others lack; run nothing", kCheck},
    OptionInfo{"--limit", "", "NAME=VALUE", "change a limit, e.g. tensor_bytes=8G", kReadsSpecs | kDiff},
    OptionInfo{"--seed", "", "N", "what the random inputs are made from (default: 1)", kGen},
    OptionInfo{"--dir", "", "D", "the folder for what is made (default: the spec's name and the seed, as in tile-1)",
               kGen},
    OptionInfo{"--seed", "", "N", "what the random inputs are made from", kFuzz},
    OptionInfo{"--dir", "", "D", "the folder for what is made", kFuzz},
    OptionInfo{"--from", "", "DIR", "specs to run and to mutate (default: the examples that dmlrun has built in)",
               kFuzz},
    OptionInfo{"--no-mutate", "", "", "only the specs of --from as they are, again and again with other data", kFuzz},
    OptionInfo{"--given-inputs", "", "", "with --no-mutate: give the program the inputs that the specs have", kFuzz},
    OptionInfo{"--operators", "", "A,B",
               "only these operators, in all modes and types, or one mode as the table has it, 'PADDING REFLECTION'",
               kFuzz},
    OptionInfo{"--backends", "", "A,B", "only these back ends (default: every one that works here)", kFuzz},
    OptionInfo{"--duration", "", "SECONDS",
               "when to begin no more (default: 60, unless there is a count); a case may take 5 more, findings 10",
               kFuzz},
    OptionInfo{"--count", "", "N", "how many cases, all shards together; one is an operator with a set of data", kFuzz},
    OptionInfo{"--first", "", "K", "the number of the first case (default: 0)", kFuzz},
    OptionInfo{"--shard", "", "I/N", "one operator of every N in a row, another one for each I from 1 to N", kFuzz},
    OptionInfo{"--jobs", "", "N", "processes (default: one per core)", kFuzz},
    OptionInfo{"--jobs", "", "N", "threads (default: one per core)", kVerify},
    OptionInfo{"--shard", "", "I/N",
               "one chunk of 1,048,576 inputs of every N in a row, another one for each I from 1 to N", kVerify},
    OptionInfo{
        "--type", "", "TYPE",
        "only these inputs and results; of FLOAT32-FLOAT16, every FLOAT32 input with the result rounded to FLOAT16",
        kVerify, domain_names},
    OptionInfo{"--samples", "", "N",
               "how many inputs of a function with parameters or two inputs, about (default: 1048576)", kVerify},
    OptionInfo{"--hashes", "", "DIR", "where a hash of each chunk of right results is kept, a file for each function",
               kVerify},
    OptionInfo{"--against", "", "COMMAND", "verify this program instead of a back end", kVerify},
    OptionInfo{"--deadline", "", "SECONDS", "how long the program may take for a chunk (default: 60)", kVerify},
    OptionInfo{"--inputs-per-case", "", "N",
               "cases of one operator, each with other data, once every class has come (default: 8; 1 with --against)",
               kFuzz},
    OptionInfo{"--max-elements", "", "N",
               "the most elements of a tensor, about, of examples too (default: 4096 of a mutation's, 33554432 of a "
               "spec's)",
               kFuzz},
    OptionInfo{"--max-failures", "", "N", "end after so many failures (default: 10)", kFuzz},
    OptionInfo{"--against", "", "COMMAND",
               "compare this program instead of dmlrun's back ends; the type in its spec.json is written "
               "DML_OPERATOR_TILE; one that answers none of three first questions, each within --deadline, is refused",
               kFuzz},
    OptionInfo{"--strided", "", "",
               "give the program tensors with strides, too; on an axis of stride 0 a file has one value for all",
               kFuzz},
    OptionInfo{"--deadline", "", "SECONDS",
               "how long a program may take for a case (default: 10, or --duration where that is shorter)", kFuzz},
    OptionInfo{"--spec", "", "", "print the completed spec instead", kExplain},
    OptionInfo{"--picture", "", "FILE.svg",
               "draw the output as a grid, coloured by where its elements come from ('-': standard output)", kExplain},
    OptionInfo{"--picture", "", "FILE.svg",
               "draw the tensor as a grid, coloured by how far its values differ ('-': standard output)", kDiff},
    OptionInfo{"--fsync", "", "", "force written files to the disk", kRun | kGen | kEmit | kBench | kExplain | kDiff},
    OptionInfo{"--perf-map", "", "", "write names and places of generated code to /tmp/perf-<pid>.map, for Linux perf",
               kRun | kCheck},
    OptionInfo{"--no-disk-cache", "", "", "keep no compiled code in ~/.cache/dmlrun, and use none of it",
               kRun | kCheck | kEmit | kBench | kVerify},
    OptionInfo{"--verbose", "", "", "also name what was skipped and what passed", kCheck},
    OptionInfo{"--verbose", "", "", "the plan, how it runs on each axis, and why not otherwise", kExplain},
    OptionInfo{"--json", "", "", "results, warnings and errors as JSON",
               kRun | kCheck | kExplain | kDiff | kBackends | kFuzz | kVerify},
    OptionInfo{"--json", "", "",
               "as JSON: {\"operators\": [{\"name\", \"level\", \"state\": implemented, next or later, \"summary\"}]}",
               bit(Command::operators)},
    OptionInfo{"--model", "", "", "of DxDispatch's models", kSchema},
    OptionInfo{"--grid", "", "NAME", "how many rounds, and in how many ways; standard by default", kBench, grid_names},
    OptionInfo{"--filter", "", "TEXT", "only the cells that have TEXT in their name", kBench},
    OptionInfo{"--placement", "", "NAME", "where outputs begin in their pages", kBench, placement_names},
    OptionInfo{"--list", "", "", "name the cells; measure nothing", kBench},
    OptionInfo{"--json", "", "FILE", "write the figures ('-': standard output)", kBench},
    OptionInfo{"--html", "", "FILE", "write a page with plots", kBench},
    OptionInfo{"--compare", "", "OLD.json", "say what changed since, beyond noise", kBench},
    OptionInfo{"--read", "", "FILE.json", "measure nothing: take the figures that --json wrote", kBench},
    OptionInfo{"--help", "-h", "", "show this help", kAll},
    OptionInfo{"--version", "", "", "show the version", kRun},
};

void append_padded(std::string& text, std::string_view left, std::string_view right) {
  constexpr std::size_t kColumn = 34;
  text += "  ";
  text += left;
  text.append(left.size() + 4 <= kColumn ? kColumn - left.size() - 2 : 2, ' ');
  text += right;
  text += '\n';
}

std::string usage_line(const CommandInfo& info) {
  std::string line = "dmlrun";
  for (std::string_view part : {info.name.empty() ? std::string_view("[run]") : info.name, info.operands})
    if (!part.empty()) (line += ' ') += part;
  return line;
}

std::string option_lines(Command command) {
  std::string text;
  for (const OptionInfo& option : options()) {
    if (!takes(command, option) || option.treatment != Treatment::read) continue;
    std::string left(option.name);
    for (std::string_view part : {option.second_name, option.value})
      if (!part.empty()) left += (part == option.second_name ? ", " : " ") + std::string(part);
    std::string right(option.summary);
    if (option.names)
      for (std::string_view name : option.names()) (right += name == option.names().front() ? ": " : ", ") += name;
    append_padded(text, left, right);
  }
  return text;
}

/// The long names of DxDispatch's options of one treatment, in lines.
std::string name_lines(Treatment treatment) {
  constexpr std::size_t kColumns = 110;
  std::string text = "   ";
  std::size_t line = text.size();
  for (const OptionInfo& option : dxdispatch_options()) {
    if (option.treatment != treatment) continue;
    std::string names = " " + std::string(option.name);
    if (!option.second_name.empty()) names += " " + std::string(option.second_name);
    if (line + names.size() > kColumns) text += "\n   ", line = 3;
    text += names;
    line += names.size();
  }
  return text + "\n";
}

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0 ok               3 spec or model refused  6 out of memory\n"
    "  1 values differ    4 tensor file refused    7 a file cannot be opened, read or written\n"
    "  2 usage            5 back end cannot        70 a defect of dmlrun    130, 143, 129 interrupted\n"
    "  3 also where fuzz compared or verify verified nothing\n"
    "  141 nobody reads standard output any more\n";

}  // namespace

std::span<const CommandInfo> commands() { return kCommands; }

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kAllOptions = [] {
    std::vector<OptionInfo> all(kOptions.begin(), kOptions.end());
    all.insert(all.end(), dxdispatch_options().begin(), dxdispatch_options().end());
    return all;
  }();
  return kAllOptions;
}

bool takes(Command command, const OptionInfo& option) noexcept { return (option.commands & bit(command)) != 0; }

std::string usage_text() {
  std::string text = "Usage:\n";
  for (const CommandInfo& info : kCommands) append_padded(text, usage_line(info), info.summary);
  return text;
}

std::string short_help_text() {
  return "dmlrun: DirectML's operators, run anywhere.\n\n"
         "  dmlrun TILE x.npy --Repeats 1,2 -o y.npy   run an operator on files; without -o the result is printed\n"
         "  dmlrun operators [WORD...]                 which operators there are\n"
         "  dmlrun help TILE                           an operator's fields, types, rules and an example\n"
         "  dmlrun new TILE > tile.json                a spec to begin with\n"
         "  dmlrun tile.json [INPUT...]                run a spec, or a DxDispatch model\n"
         "  dmlrun explain tile.json                   what is done, and why\n"
         "  dmlrun check PATH...                       compare with expected values on every back end\n\n"
         "dmlrun --help shows all commands and options, 'dmlrun help COMMAND' those of one.\n";
}

std::string help_text() {
  std::string text = "dmlrun: DirectML's operators, described in JSON, run anywhere.\n\n" + usage_text();
  text +=
      "\nSPEC is a .json file, a folder that 'dmlrun gen' made, or an operator with its fields, TILE --Repeats 1,2; "
      "INPUT is\na .npy file or, behind an operator, values: 3, 1,2, [[1,2],[3,4]]. 'dmlrun COMMAND --help' shows the "
      "options of a "
      "command.\nA file named like a command or an operator is given as ./check.\n";
  text += "\nOptions of 'dmlrun FILE.json':\n" + option_lines(Command::run);
  text += "\nOptions of DxDispatch that have no effect here:\n" + name_lines(Treatment::noted);
  text += "Options of DxDispatch that are refused:\n" + name_lines(Treatment::refused);
  text += "\nExamples:\n";
  for (const CommandInfo& info : kCommands) text += info.examples;
  text += "\n";
  text += kExitCodes;
  return text;
}

std::string help_text(Command command) {
  for (const CommandInfo& info : kCommands) {
    if (info.command != command) continue;
    return "Usage: " + usage_line(info) + " [options]\n\n" + std::string(info.summary) + "\n\nOptions:\n" +
           option_lines(command) + "\nExamples:\n" + std::string(info.examples);
  }
  return help_text();
}

}  // namespace dmlrun::cli
