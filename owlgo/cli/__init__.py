"""The ``owlgo`` command: options, subcommands, pictures and pages."""
