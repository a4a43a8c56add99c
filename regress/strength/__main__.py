"""``python -m owlgo.regress.strength``: the strength bench."""
import sys

from owlgo.regress.strength.runner import main

sys.exit(main())
