"""``owlgo completion``: shell scripts that complete the command, by argcomplete and its parsers."""
import argparse
import os
from pathlib import Path

from owlgo.cli.options import build_parser
from owlgo.cli.subcommands import SUBCOMMANDS, is_installed, parser_of

SHELLS = ('bash', 'zsh', 'fish')
"""Shells with a completion script."""


def parser() -> argparse.ArgumentParser:
    usage = """how to use it:
  bash    source <(owlgo completion bash)          in ~/.bashrc
  zsh     source <(owlgo completion zsh)           in ~/.zshrc, behind compinit
  fish    owlgo completion fish | source           in ~/.config/fish/config.fish"""
    p = argparse.ArgumentParser(prog='owlgo completion', description='Print a script that completes options, subcommands and files.',
                                epilog=usage, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('shell', choices=SHELLS)
    return p


def main(argv: list[str]) -> int:
    """Print the script; return the exit status."""
    from argcomplete.shell_integration import shellcode
    print(shellcode(['owlgo'], use_defaults=False, shell=parser().parse_args(argv).shell))
    return 0


def complete() -> None:
    """Answer a shell that asks for the words to complete a line with, and leave."""
    import argcomplete
    *words, last = (os.environ['COMP_LINE'][:int(os.environ['COMP_POINT'])] + '|').split()
    if words[1:] and words[1] in SUBCOMMANDS and is_installed(words[1]):
        chosen = parser_of(words[1])
        os.environ['_ARGCOMPLETE'] = '2'        # the number of words that name the command
    else:
        chosen = build_parser()
        if not words[1:] and not last.startswith('-'):
            chosen.add_argument('subcommand', choices=[*filter(is_installed, SUBCOMMANDS)])
    _mark(chosen)
    argcomplete.autocomplete(chosen, always_complete_options=False)


def _no_words(**_: object) -> tuple[str, ...]:
    return ()


def _mark(chosen: argparse.ArgumentParser) -> None:
    """Give every argument without choices its completer: files, folders or nothing."""
    from argcomplete.completers import DirectoriesCompleter, FilesCompleter
    for action in chosen._actions:
        name = str(action.metavar or action.dest.upper())
        if isinstance(action, argparse._SubParsersAction):
            for tool in action.choices.values():
                _mark(tool)
        elif not action.choices and action.nargs != 0:
            files = name.startswith(('FILE', 'SUITE', 'CERTIFICATE')) or action.type is Path
            vars(action)['completer'] = DirectoriesCompleter() if name.startswith(('DIR', 'FOLDER')) else \
                FilesCompleter() if files else _no_words
