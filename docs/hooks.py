"""MkDocs asks here for the pages that are made from the program."""
from mkdocs.structure.files import File

from owlgo.cli.reference import command_line
from owlgo.gtp.reference import gtp

PAGES = {'command-line': command_line, 'gtp': gtp}


def on_files(files, config):
    """Add the generated pages."""
    for name, make in PAGES.items():
        files.append(File.generated(config, f'{name}.md', content=make()))
    return files
