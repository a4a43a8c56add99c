"""MkDocs asks here for the pages that are made from the program."""
from mkdocs.structure.files import File

from owlgo.cli.manual import markdown
from owlgo.gtp.reference import gtp

MADE_PAGES = {'command-line': markdown, 'gtp': gtp}
"""Pages that are made, and what makes them."""


def on_files(files, config):
    """Add the generated pages."""
    for name, make in MADE_PAGES.items():
        files.append(File.generated(config, f'{name}.md', content=make()))
    return files
