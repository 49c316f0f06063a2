#!/usr/bin/env python3
"""The documentation site: every document of the project at its own path, and what documents link to, as pages.

    make_site.py FOLDER    writes FOLDER/pages and FOLDER/mkdocs.yml, from which MkDocs makes the site (./dev docs)
    make_site.py --check   whether every document is in the navigation, and every link and picture leads somewhere

MkDocs loads this file as a hook, too, so that headings have the same anchors as on a code host.
"""
import json
import pathlib
import posixpath
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "specs"), str(ROOT / "engine/test/structure")]
import rows
from tree import Tree

OPERATORS = "docs/operators"
# A book: parts of chapters. Titles are those of the pages where none is given; a folder is all that it holds.
NAVIGATION = {
    "Start": [("dmlrun", "README.md"), ("Contents", "docs/README.md"), "docs/getting-started.md", "docs/installing.md",
              "docs/tutorial.md"],
    "Guide": [("Specs", "specs/README.md"), "docs/editors.md", "docs/models.md", ("Forms of models",
              "testdata/models/forms.md"), ("Fuzzing another implementation", "docs/fuzzing.md"), "docs/peers.md",
              "docs/backends.md", "docs/embedding.md", ("Examples in C and C++", "engine/examples"),
              ("Python", "engine/python/README.md"), "docs/clusters.md",
              ("Examples in Python", "engine/python/examples")],
    "Operators": [("All operators", f"{OPERATORS}/README.md"), f"{OPERATORS}/tensor.md"],
    "Reference": ["docs/commands.md", "docs/options.md", "docs/interface.md"],
    "How it works": ["docs/architecture.md", "docs/plan.md", "CONTRIBUTING.md", "docs/audits.md", "docs/macos.md"],
    "What holds": ["docs/performance.md", ("Benchmark", "docs/benchmark/README.md"), "docs/benchmark/scaling.md",
                   "docs/accuracy.md", "docs/differences.md", "SECURITY.md"],
}
ASSETS = (".svg", ".html")
SHOWN_BYTES = 1 << 16
SEPARATOR = r"""[\s\-_,:;!=\[\](){}"'`/|]+|\.(?!\d)|&[a-z]+;"""
LANGUAGES = {"jsonc": "json", "h": "cpp", "py": "python", "txt": "text", "md": "markdown"}
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
CODE = r"^```.*?^```$|``.+?``|`[^`\n]+`"
BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
# A link's text may be code or have lists of lists, and code may show a link that is none: whichever begins first.
LINK_OR_CODE = re.compile(
    rf"(?P<head>!?\[(?:`[^`\n]+`|[^\[\]`]|{BRACKETS})*\]\()(?P<target>[^)\s]+)\)|{CODE}", re.M | re.S)


def slug(heading, separator="-"):
    """The anchor of a heading, as code hosts make it."""
    text = re.sub(r"`|\]\([^)]*\)|<[^>]*>", "", heading).strip().lower()
    return re.sub(r"\s", separator, re.sub(r"[^\w\s-]", "", text))


def on_config(config):
    """MkDocs calls this."""
    config.mdx_configs["toc"]["slugify"] = slug
    return config


def outside_code(text, change):
    """`text` with `change` made to what is neither a fenced block nor a code span."""
    parts = re.split(f"({CODE})", text, flags=re.M | re.S)
    return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))


def change_links(text, change):
    """`text` with `change` made to each link and picture, a match of LINK_OR_CODE; code is left as it is."""
    return LINK_OR_CODE.sub(lambda found: change(found) if found["target"] else found[0], text)


def anchors(text):
    found = [slug(heading) for heading in re.findall(r"(?m)^#+ +(.*)$", FENCE.sub("", text))]
    return {f"{name}_{found[:i].count(name)}" if name in found[:i] else name for i, name in enumerate(found)}


class Site:
    """`pages`: text by path. `copied`: files of the project by their places. `problems`: sentences."""

    def __init__(self):
        self.tree = Tree(ROOT)
        self.documents = [path for path in self.tree.paths if path.endswith(".md")]
        self.pages, self.copied, self.problems = {}, {"site.css": "docs/site.css"}, []
        self.links = self.linked_sources()
        for path in self.documents:
            self.pages[path] = self.page(path)
        for path in sorted(self.links - set(self.documents)):
            self.add_source(path)
        self.navigation = self.chapters()
        self.check()

    def targets(self, path):
        """(file or folder in the project, anchor) of each link of a document that stays within the project."""
        found = []
        change_links(self.tree.text(path), lambda link: found.append(link["target"]) or link[0])
        for target in found:
            if not re.match(r"[a-z]+:", target):
                place, _, anchor = target.partition("#")
                yield posixpath.normpath(posixpath.join(posixpath.dirname(path), place)) if place else path, anchor

    def linked_sources(self):
        """Folders, and files that are no documents, to which documents or the navigation lead."""
        named = {chapter if isinstance(chapter, str) else chapter[1] for part in NAVIGATION.values()
                 for chapter in part}
        named |= {target for path in self.documents for target, _ in self.targets(path)}
        return {path for path in named if (ROOT / path).exists()}

    def place(self, path):
        """Where on the site a file or folder of the project is: (page or file, anchor)."""
        folder = posixpath.dirname(path)
        if (ROOT / path).is_dir():
            return (f"{path}/README.md" if f"{path}/README.md" not in self.documents else f"{path}/files.md"), ""
        if path in self.documents or path.endswith(ASSETS):
            return path, ""
        if folder in self.links:
            return self.place(folder)[0], slug(posixpath.basename(path))
        return f"{path}.md", ""

    def page(self, path):
        """A document for MkDocs: links lead to pages, and blocks name their language only."""
        folder = posixpath.dirname(path)

        def lead(found):
            target, _, anchor = found["target"].partition("#")
            named = posixpath.normpath(posixpath.join(folder, target))
            if re.match(r"[a-z]+:", found["target"]) or not target or named not in self.links:
                return found[0]
            page, inside = self.place(named)
            anchor = anchor or inside
            return f"{found['head']}{posixpath.relpath(page, folder or '.')}{'#' + anchor if anchor else ''})"

        text = change_links(self.tree.text(path), lead)
        text = outside_code(text, lambda part: re.sub(r"(?m)^<!--[^>]*-->\n|<!--[^>]*-->", "", part))
        # Long names in a table's first column and in titles may be broken, for narrow screens.
        text = re.sub(r"(?m)^(\| \[?|# )[A-Z][A-Z0-9_]{10,}", lambda m: m[0].replace("_", "_<wbr>"), text)
        # Code hosts want bars in a table's code escaped, MkDocs shows the backslash.
        text = re.sub(CODE, lambda m: m[0] if m[0].startswith("```") else m[0].replace("\\|", "|"), text,
                      flags=re.M | re.S)
        return re.sub(r"(?m)^```(\w+)[^\n]*$", lambda m: "```" + LANGUAGES.get(m[1], m[1]), text)

    def add_source(self, path):
        """A file, or the files of a folder, as a page that search leaves out."""
        page, inside = self.place(path)
        if path.endswith(ASSETS):
            self.copied[path] = path
            return
        if inside:  # on the page of its folder
            return
        within = (ROOT / path).is_dir()
        files = [p for p in self.tree.paths if posixpath.dirname(p) == path] if within else [path]
        text = f"---\nsearch:\n  exclude: true\n---\n# {path}\n\n"
        for file in files:
            size = (ROOT / file).stat().st_size
            text += f"## {posixpath.basename(file)}\n\n" if within else ""
            if size > SHOWN_BYTES:
                text += f"`{file}`: {size} bytes.\n\n"
                continue
            suffix = "cmake" if file.endswith("CMakeLists.txt") else posixpath.splitext(file)[1][1:]
            content = self.tree.text(file).rstrip("\n")
            text += f"````{LANGUAGES.get(suffix, suffix)}\n{content}\n````\n\n"
        self.pages[page] = text

    def title(self, path):
        return re.search(r"(?m)^# +(.*)$", self.pages[path])[1].replace("<wbr>", "")

    def chapters(self):
        """[{part: [{title: page}]}]; the operators' pages by the files of their rows."""
        book = []
        for part, chapters in NAVIGATION.items():
            entries = []
            for chapter in chapters:
                title, path = chapter if isinstance(chapter, tuple) else (None, chapter)
                page = self.place(path)[0]
                if page in self.pages:
                    entries.append({title or self.title(page): page})
                else:
                    self.problems.append(f"docs/make_site.py:1: the navigation names {path}, which does not exist")
            book.append({part: entries + (self.operators() if part == "Operators" else [])})
        return book

    def operators(self):
        groups = {}
        for file in sorted((ROOT / "specs/operators").glob("*.json")):
            for row in rows.load(f"operators/{file.stem}"):
                page = f"{OPERATORS}/{rows.folder(row['operator'])}.md" if row["operator"] else ""
                if page in self.pages:
                    short = re.sub(r"^(ELEMENT_WISE|ACTIVATION)_", "", row["operator"])
                    groups.setdefault(file.stem.replace("_", " ").capitalize(), []).append({short: page})
        return [{group: sorted(pages, key=lambda one: min(one))} for group, pages in groups.items()]

    def check(self):
        listed = set(re.findall(r'": "([^"]+\.md)"', json.dumps(self.navigation)))
        for path in self.documents:
            if path not in listed:
                self.problems.append(f"{path}:1: is not in the navigation; docs/make_site.py has it")
            text = (ROOT / path).read_text(encoding="utf-8")
            if unread := re.search(r"(.{,60}\]\()[\w.#/<]", LINK_OR_CODE.sub("", text)):
                self.problems.append(f"{path}:1: {unread[1]!r} begins no link that docs/make_site.py reads")
            for target, anchor in self.targets(path):
                page, inside = self.place(target)
                if not (ROOT / target).exists() or page not in self.pages and page not in self.copied:
                    self.problems.append(f"{path}:1: the link {target} leads nowhere on the site")
                elif (anchor or inside) and page in self.pages and (anchor or inside) not in anchors(self.pages[page]):
                    self.problems.append(f"{path}:1: {target} has no heading for #{anchor or inside}")

    def write(self, folder):
        for path, text in self.pages.items():
            place = folder / "pages" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        for path, source in self.copied.items():
            place = folder / "pages" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes((ROOT / source).read_bytes())
        # JSON is YAML.
        (folder / "mkdocs.yml").write_text(json.dumps(configuration(self.navigation), indent=1), encoding="utf-8")


def configuration(navigation):
    return {
        "site_name": "dmlrun", "site_dir": "html", "docs_dir": "pages", "strict": True, "use_directory_urls": True,
        "nav": navigation, "hooks": [str(pathlib.Path(__file__).resolve())],
        # Names are found by their parts: `relu` finds ACTIVATION_RELU.
        "plugins": [{"search": {"separator": SEPARATOR}}],
        "extra_css": ["site.css"],
        "validation": {"omitted_files": "ignore", "absolute_links": "warn", "unrecognized_links": "warn",
                       "anchors": "warn"},
        # No fonts from elsewhere. The reader's system chooses light or dark, as it does for the pictures. The theme
        # keeps the palette of the first visit: that has to be the one that follows the system.
        "theme": {"name": "material", "font": False, "features": [
            "navigation.tabs", "navigation.prune", "navigation.top", "navigation.footer", "content.code.copy",
            "search.suggest", "search.highlight"], "palette": [
                {"media": "(prefers-color-scheme)", "scheme": "default", "primary": "indigo"},
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "indigo"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "indigo"}]},
        "markdown_extensions": [{"toc": {"permalink": True, "toc_depth": 3}}, "tables", "md_in_html", "sane_lists",
                                "pymdownx.highlight", "pymdownx.superfences", "pymdownx.inlinehilite"],
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = Site()
    for problem in sorted(set(site.problems)):
        print(problem)
    if sys.argv[1] == "--check":
        print(f"{len(site.pages)} passed, {len(set(site.problems))} failed")
    elif not site.problems:
        site.write(pathlib.Path(sys.argv[1]))
    return 1 if site.problems else 0


if __name__ == "__main__":
    sys.exit(main())
