"""Serves the web page for tests, on a free port of this machine."""
import base64
import http.client
import json
import threading
import time
from contextlib import contextmanager

from owlgo.serve.web import bind
from owlgo.serve.web_app import Web
from owlgo.serve.web_warm import Preparation

CORNER = b'(;SZ[9]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]PL[W];W[ba];B[])'
"""Black has four stones in the corner, and three points inside; White kills by the middle one.

    9  . . . X O
    8  X X X X O
    7  O O O O O
"""


class Served:
    """A server of the page, and a client."""

    def __init__(self, web, port):
        self.web, self.port = web, port
        self.url = f'http://127.0.0.1:{port}/'

    def request(self, method, path, body=b'', **headers):
        """Return status, headers and body of an answer; a header's ``_`` stands for a hyphen."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        named = {name.replace('_', '-'): value for name, value in headers.items()}
        connection.request(method, path, body or None, {'Content-Type': 'application/json', **named} if method == 'POST' else named)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def ask(self, name, /, **fields):
        """Return status and JSON of a question."""
        status, _, text = self.request('POST', f'/api/{name}', json.dumps(fields).encode())
        return status, json.loads(text)

    def open(self, data=CORNER, **fields):
        """Open a record, and return what is said of it."""
        status, told = self.ask('open', data=base64.b64encode(data).decode(), name='corner.sgf', **fields)
        assert status == 200, told
        return told


@contextmanager
def serving(**options):
    """Serve the page; kernels are loaded by the questions that need them."""
    import uvicorn
    web = Web(preparation=Preparation(lambda ready, progress: ready()), **options)
    listening = bind('127.0.0.1', 0)
    port = listening.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(web.app('127.0.0.1', port), log_level='critical', lifespan='off', ws='none'))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Served(web, port)
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listening.close()
