"""``python -m owlgo``: the command line."""
import sys

from owlgo.cli.main import main

sys.exit(main())
