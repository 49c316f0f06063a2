#include "engine/picture/svg.h"

namespace dmlrun::picture {
namespace {

/// Colours are Okabe and Ito's, lighter below dark words and darker below light ones: told apart by people with each
/// kind of colour blindness, and marks tell what colours say once more. d0 ... are steps of one hue by lightness.
/// No custom properties: not every program that draws SVG knows them.
constexpr std::string_view kStyle =
    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#1b1f24}\n"
    ".b{fill:#fff}.h{font-size:16px;font-weight:600}.t{font-size:13px;font-weight:600}.n{font-size:12px;fill:#57606a}\n"
    ".w{font-size:11px;text-anchor:middle}.k{font-size:10px;fill:#57606a;text-anchor:middle}"
    ".r{font-size:10px;fill:#57606a;text-anchor:end}\n"
    ".g{stroke:#fff;stroke-width:1;fill:none}.x{stroke:#57606a;stroke-width:1;stroke-dasharray:2 2;fill:none}\n"
    ".c0{fill:#9ccdf0}.c1{fill:#f6c27a}.c2{fill:#83cfb2}.c3{fill:#f2e27c}.c4{fill:#ee9f7c}.c5{fill:#dfadd0}"
    ".c6{fill:#a9b4ea}.c7{fill:#cdbfa4}.c8{fill:#dde1e6}.c9{fill:#c7b1e4}\n"
    ".d0{fill:#eaedf0}.d1{fill:#fff0cc}.d2{fill:#fdd28a}.d3{fill:#f9a03f}.d4{fill:#dc6a12}.d5{fill:#a63f03}"
    ".d6{fill:#6fa8dc}\n.l{fill:#fff}\n"
    ".m1{fill:url(#m1)}.m2{fill:url(#m2)}.m3{fill:url(#m3)}.f{opacity:.35}.p{stroke:#1b1f24;stroke-opacity:.45;fill:"
    "none}"
    ".q{fill:#1b1f24;fill-opacity:.5}\n"
    "@media(prefers-color-scheme:dark){text{fill:#eceff3}.n,.k,.r{fill:#a8b1bb}.b{fill:#15181c}.g{stroke:#15181c}"
    ".x{stroke:#a8b1bb}\n"
    ".c0{fill:#1f6396}.c1{fill:#94590a}.c2{fill:#12694f}.c3{fill:#77690a}.c4{fill:#9b4521}.c5{fill:#83476f}"
    ".c6{fill:#4653a0}.c7{fill:#665a43}.c8{fill:#353b43}.c9{fill:#664a90}\n"
    ".d0{fill:#262b31}.d1{fill:#4a3410}.d2{fill:#784a0c}.d3{fill:#b5701a}.d4{fill:#eea94a}.d5{fill:#ffe2ad}"
    ".d6{fill:#2f6fb0}.l{fill:#15181c}.p{stroke:#eceff3}.q{fill:#eceff3}}\n";

/// Marks: lines for what is repeated, points for what is held, slanting lines for what is reversed.
constexpr std::string_view kMarks =
    "<pattern id=\"m1\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path class=\"p\" d=\"M0 "
    "3h6\"/></pattern>"
    "<pattern id=\"m2\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><circle class=\"q\" cx=\"3\" cy=\"3\" "
    "r=\"1\"/></pattern>"
    "<pattern id=\"m3\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path class=\"p\" "
    "d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\"/></pattern>";

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '&') text += "&amp;";
    else if (c == '<') text += "&lt;";
    else if (c == '>') text += "&gt;";
    else text += c;
  }
  return text;
}

std::string attribute(std::string_view name, int value) {
  return " " + std::string(name) + "=\"" + std::to_string(value) + "\"";
}

std::string place(Point at) { return std::to_string(at.x) + " " + std::to_string(at.y); }

}  // namespace

void Svg::words(Point at, std::string_view css_class, std::string_view words) {
  body_ += "<text class=\"" + std::string(css_class) + "\"" + attribute("x", at.x) + attribute("y", at.y) + ">" +
           escaped(words) + "</text>\n";
}

void Svg::rectangle(Point at, Extent extent, std::string_view css_class) {
  std::string commands;
  append_rectangle(commands, at, extent);
  path(css_class, commands);
}

void Svg::path(std::string_view css_class, std::string_view commands) {
  if (commands.empty()) return;
  body_ += "<path class=\"" + std::string(css_class) + "\" d=\"" + std::string(commands) + "\"/>\n";
}

std::string Svg::finish(Extent extent, std::string_view title) const {
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", extent.width) +
                     attribute("height", extent.height) + " viewBox=\"0 0 " + place({extent.width, extent.height}) +
                     "\" role=\"img\">\n";
  text += "<title>" + escaped(title) + "</title>\n<style>\n";
  text += kStyle;
  text += "</style>\n<defs>";
  text += kMarks;
  text += "</defs>\n";
  Svg background;
  background.rectangle({0, 0}, extent, "b");
  return text + background.body_ + body_ + "</svg>\n";
}

void append_rectangle(std::string& commands, Point at, Extent extent) {
  const std::string width = std::to_string(extent.width);
  commands += "M" + place(at) + "h" + width + "v" + std::to_string(extent.height) + "h-" + width + "z";
}

void append_line(std::string& commands, Point from, Point to) { commands += "M" + place(from) + "L" + place(to); }

int width_of_words(std::string_view words) noexcept { return static_cast<int>(words.size()) * 7 + 4; }

int width_of_title(std::string_view title) noexcept { return static_cast<int>(title.size()) * 25 / 2; }

int width_of_name(std::string_view name) noexcept { return static_cast<int>(name.size()) * 8; }

int width_in_cell(std::size_t characters) noexcept { return static_cast<int>(characters) * 7 + 8; }

}  // namespace dmlrun::picture
