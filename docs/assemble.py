"""What MkDocs cannot do by itself to make the site out of pages that also read well where they lie.

Pages link to files beside `docs/`, as they must to work in a plain viewer: those files are brought
into the site under their own paths, sources as text that browsers show.
"""

import posixpath
import re
from pathlib import Path
from typing import Final

from markdown import Markdown
from markdown.extensions import Extension
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parent.parent
BESIDE: Final = (
    *("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("bench/results.md", "training/README.md"),
)
"""Pages that lie outside of `docs/`."""
ICON: Final = ("pictures/icon.svg", "web/public/icon.svg")
"""The mole in the corner, and where it comes from."""

SOURCES: Final = ("src/", "web/src/")
"""Folders of programs that pages lead into."""

_LINK: Final = re.compile(r"\]\((?!\w+:)([^)#\s]+)")


class NarrowIndent(Extension):
    """Lists are nested by two or three spaces, as everywhere else, and not by four."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name is Markdown's
        """Tell the parser."""
        md.tab_length = 2


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add what cannot be named in a configuration file."""
    config.markdown_extensions.append(NarrowIndent())  # type: ignore[arg-type]
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Bring in what lies beside `docs/`."""
    for name, path in (ICON, *zip(BESIDE, BESIDE, strict=True)):
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    pages = [file for file in files if file.is_documentation_page()]
    linked = {target for page in pages for target in _targets(page) if target.startswith(SOURCES)}
    for path in sorted(linked):
        files.append(File.generated(config, f"{path}.txt", abs_src_path=str(ROOT / path)))
    return files


def _targets(page: File) -> list[str]:
    """The files of the project that a page leads to."""
    return [_target(page.src_uri, link) for link in _LINK.findall(page.content_string)]


def _target(here: str, link: str) -> str:
    folder = posixpath.dirname(here if here in BESIDE else f"docs/{here}")
    return posixpath.normpath(posixpath.join(folder, link))


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files of the project into links of the site."""
    here = page.file.src_uri

    def turned(link: re.Match[str]) -> str:
        target = _target(here, link[1]).removeprefix("docs/")
        target += ".txt" if target.startswith(SOURCES) else ""
        return f"]({posixpath.relpath(target, posixpath.dirname(here) or '.')}"

    if here.startswith("reference/"):
        page.meta["search"] = {"boost": 0.5}  # who searches wants to be told, then to look up
    return _LINK.sub(turned, markdown)
