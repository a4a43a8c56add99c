"""``owlgo completion``: shell scripts that complete the command, made from its parsers."""
import argparse
import re

from owlgo.cli.synopsis import Option, Synopsis, below, every

SHELLS = ('bash', 'zsh', 'fish')
"""Shells with a completion script."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of ``owlgo completion``."""
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
    shell = parser().parse_args(argv).shell
    print({'bash': bash, 'zsh': zsh, 'fish': fish}[shell](every()))
    return 0


def _flags(one: Synopsis) -> list[str]:
    return [flag for option in one.options for flag in option.flags]


# --- bash -------------------------------------------------------------------------------------------------------------------

BASH = r"""# Completes owlgo in bash 3.2 or newer.
_owlgo_files() {
    local IFS=$'\n'
    COMPREPLY=($(compgen "$1" -- "$cur"))
}
_owlgo() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" command="" word k
    COMPREPLY=()
    # bash takes --mode=gtp apart.
    if [ "$cur" = "=" ]; then cur=""
    elif [ "$prev" = "=" ]; then prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    for ((k = 1; k < COMP_CWORD; k++)); do
        word="${COMP_WORDS[k]}"
        case "$command $word" in
@paths@
        esac
    done
    case "$command $prev" in
@arguments@
    esac
    if [[ "$cur" == -* ]]; then
        case "$command" in
@options@
        esac
        return
    fi
    case "$command" in
@words@
    esac
}
complete -o filenames -F _owlgo owlgo"""
"""The script for bash; ``@paths@`` and other marks stand for its cases."""


def bash(known: list[Synopsis]) -> str:
    """Write the script for bash."""
    files = {'file': '_owlgo_files -f', 'folder': '_owlgo_files -d', 'word': ':'}
    paths, arguments, options, words = [], [], [], []
    for one in known:
        name = '/'.join(one.path)
        if one.path:
            # A subcommand is the first word; its tool may follow options.
            only = '[ "$k" = 1 ] && ' if len(one.path) == 1 else ''
            paths.append(f'            "{"/".join(one.path[:-1])} {one.path[-1]}") {only}command={name};;')
        for option in one.options:
            if option.argument:
                found = _bash_words(option.choices) if option.choices else files[option.kind]
                arguments.append(f'        {"|".join(f"{chr(34)}{name} {flag}{chr(34)}" for flag in option.flags)}) {found}; return;;')
        options.append(f'            "{name}") {_bash_words(_flags(one))};;')
        lower = [tool.path[-1] for tool in below(one.path, known)]
        if not one.path:
            words.append(f'        "") [ "$COMP_CWORD" = 1 ] && {_bash_words(lower)};;')
        else:
            words.append(f'        "{name}") {_bash_words([*lower, *one.choices]) if lower or one.choices else files[one.kind]};;')
    script = BASH
    for mark, rows in (('paths', paths), ('arguments', arguments), ('options', options), ('words', words)):
        script = script.replace(f'@{mark}@', '\n'.join(rows))
    return script


def _bash_words(words: 'tuple[str, ...] | list[str]') -> str:
    return f'COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$cur"))'


# --- zsh --------------------------------------------------------------------------------------------------------------------

ZSH_KINDS = {'file': '_files', 'folder': '_files -/', 'word': ' '}
"""Actions by kind of argument."""


def zsh(known: list[Synopsis]) -> str:
    """Write the script for zsh: a function for every command."""
    functions = []
    for one in known:
        name = _function(one.path)
        lines = [_zsh_option(option) for option in one.options]
        lower = below(one.path, known)
        if lower:
            lines += ["'1: :->command'", "'*:: :->rest'"]
        elif one.choices:
            lines.append(f"'1:word:({' '.join(one.choices)})'")
        elif one.arguments:
            lines.append(f"'*:{_zsh_text(one.arguments[0])}:{ZSH_KINDS[one.kind]}'")
        text = f'{name}() {{\n    local context state state_descr line\n    typeset -A opt_args\n'
        text += '    _arguments -C ' + ' \\\n        '.join(lines) + '\n'
        if lower:
            listed = '\n'.join(f"            '{tool.path[-1]}:{_quoted(tool.what)}'" for tool in lower)
            chosen = '\n'.join(f'                {tool.path[-1]}) {_function(tool.path)};;' for tool in lower)
            text += f"""    case $state in
        command)
            local -a commands=(
{listed}
            )
            _describe command commands;;
        rest)
            case $line[1] in
{chosen}
            esac;;
    esac
"""
        functions.append(text + '}')
    end = 'if [ "$funcstack[1]" = "_owlgo" ]; then _owlgo "$@"; else compdef _owlgo owlgo; fi'
    return '\n\n'.join(['#compdef owlgo', *functions, end])


def _function(path: tuple[str, ...]) -> str:
    return '_'.join(['_owlgo', *(re.sub(r'\W', '_', word) for word in path)])


def _zsh_option(option: Option) -> str:
    """Write an option for ``_arguments``; its flags exclude each other."""
    argument = ''
    if option.argument:
        action = f'({" ".join(option.choices)})' if option.choices else ZSH_KINDS[option.kind]
        argument = f':{_zsh_text(option.argument)}:{action}'
    rest = f"'[{_zsh_text(option.what)}]{argument}'"
    if len(option.flags) == 1:
        return f"'{option.flags[0]}'{rest}"
    return f"'({' '.join(option.flags)})'{{{','.join(option.flags)}}}{rest}"


def _zsh_text(text: str) -> str:
    return _quoted(re.sub(r'([\[\]:\\])', r'\\\1', text))


def _quoted(text: str) -> str:
    """Escape text for single quotes of a POSIX shell."""
    return text.replace("'", "'\\''")


# --- fish -------------------------------------------------------------------------------------------------------------------


def fish(known: list[Synopsis]) -> str:
    """Write the script for fish."""
    lines = ['# Completes owlgo in fish.', 'complete -c owlgo -f']
    top = ' '.join(one.path[0] for one in below((), known))
    for one in known:
        seen = f'__fish_seen_subcommand_from {one.path[0]}' if one.path else f'not __fish_seen_subcommand_from {top}'
        if len(one.path) == 2:
            seen += f'; and __fish_seen_subcommand_from {one.path[1]}'
        elif one.path:      # not if it is the name of a tool
            seen += ''.join(f'; and not __fish_seen_subcommand_from {tool.path[0]}' for tool in known if tool.path[1:] == one.path)
        for tool in below(one.path, known):
            where = seen if one.path else '__fish_use_subcommand'
            lines.append(f"complete -c owlgo -n '{where}' -a {tool.path[-1]} -d {_fish_quoted(tool.what)}")
        if one.choices:
            lines.append(f"complete -c owlgo -n '{seen}' -a '{' '.join(one.choices)}'")
        elif one.path and one.kind != 'word':
            lines.append(f"complete -c owlgo -n '{seen}' -F")
        for option in one.options:
            flags = ' '.join(f'-l {flag[2:]}' if flag.startswith('--') else f'-s {flag[1:]}' for flag in option.flags)
            argument = ''
            if option.argument:
                argument = f" -x -a '{' '.join(option.choices)}'" if option.choices else ' -r -F' if option.kind != 'word' else ' -x'
            lines.append(f"complete -c owlgo -n '{seen}' {flags}{argument} -d {_fish_quoted(option.what)}")
    return '\n'.join(lines)


def _fish_quoted(text: str) -> str:
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"
