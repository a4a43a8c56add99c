"""``python -m owlgo``: the command line."""
import sys

from owlgo.cli.main import main

if __name__ == '__main__':
    sys.exit(main())
