"""Servers for other programs: KataGo's analysis protocol, a web page, and the Model Context Protocol."""
