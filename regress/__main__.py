"""``python -m owlgo.regress``: run regression suites."""
import sys

from owlgo.regress.runner import main

sys.exit(main())
