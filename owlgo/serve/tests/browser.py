"""Drives Chromium for tests, by the DevTools protocol over a pipe."""
import fcntl
import itertools
import json
import os
import shutil
import subprocess
import threading
import time
from pathlib import Path
from queue import Queue
from typing import Any

CHROMIUM = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
KEYS = {'Enter': ('Enter', 13, '\r'), 'Tab': ('Tab', 9, ''), 'Escape': ('Escape', 27, ''), 'Home': ('Home', 36, ''), 'End': ('End', 35, ''),
        'ArrowLeft': ('ArrowLeft', 37, ''), 'ArrowUp': ('ArrowUp', 38, ''), 'ArrowRight': ('ArrowRight', 39, ''),
        'ArrowDown': ('ArrowDown', 40, '')}
"""Codes, numbers and texts of keys that are no letters."""
PATIENCE = 60
"""Seconds to wait for anything at all: a guard against hanging."""


class Browser:
    """A browser with one page."""

    def __init__(self, folder: Path, width: int = 1200, height: int = 800, dark: bool = False, phone: bool = False) -> None:
        assert CHROMIUM is not None
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in (to_read, to_write)]

        def pipes() -> None:
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)
        self.process = subprocess.Popen(
            [CHROMIUM, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
             '--disable-extensions', '--disable-background-networking', '--remote-debugging-pipe',
             f'--user-data-dir={folder}', 'about:blank'],
            preexec_fn=pipes, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (to_read, to_write, *high):
            os.close(fd)
        self._numbers, self._answers = itertools.count(1), Queue[dict[str, Any]]()
        self.errors: list[str] = []
        """What the page's console said of errors."""
        threading.Thread(target=self._listen, daemon=True).start()
        target = self._call('Target.createTarget', url='about:blank')['targetId']
        self._session = self._call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log'):
            self.call(f'{domain}.enable')
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=phone)
        if dark:
            self.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'dark'}])

    def __enter__(self) -> 'Browser':
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._out)

    def _listen(self) -> None:
        pending = b''
        while part := os.read(self._in, 1 << 16):
            *whole, pending = (pending + part).split(b'\0')
            for text in whole:
                message = json.loads(text)
                if 'id' in message:
                    self._answers.put(message)
                elif message['method'] == 'Runtime.exceptionThrown':
                    self.errors.append(str(message['params']['exceptionDetails']))
                elif message['method'] == 'Log.entryAdded' and message['params']['entry']['level'] == 'error':
                    self.errors.append(str(message['params']['entry']))
                elif message['method'] == 'Runtime.consoleAPICalled' and message['params']['type'] in ('error', 'assert'):
                    self.errors.append(str(message['params']))
        os.close(self._in)

    def _call(self, method: str, session: str = '', **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message = {'id': number, 'method': method, 'params': params, **({'sessionId': session} if session else {})}
        os.write(self._out, json.dumps(message).encode() + b'\0')
        while True:
            answer = self._answers.get(timeout=PATIENCE)
            if answer['id'] == number:
                assert 'error' not in answer, answer
                result: dict[str, Any] = answer['result']
                return result

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the page."""
        return self._call(method, self._session, **params)

    def go(self, url: str) -> None:
        self.call('Page.navigate', url=url)

    def run(self, script: str) -> Any:
        """Return the value of an expression, awaited if it is a promise."""
        answer = self.call('Runtime.evaluate', expression=script, returnByValue=True, awaitPromise=True)
        assert 'exceptionDetails' not in answer, answer
        return answer['result'].get('value')

    def wait(self, condition: str) -> Any:
        """Wait until an expression is true; return its value."""
        end = time.monotonic() + PATIENCE
        while not (value := self.run(f'(() => {{ try {{ return {condition} }} catch (e) {{ return false }} }})()')):
            assert time.monotonic() < end, (condition, self.run('document.body.innerText'), self.errors)
            time.sleep(0.02)
        return value

    def click(self, place: str) -> None:
        """Click in the middle of what an expression gives: an element, or x and y."""
        x, y = self.run(f'''(() => {{ let at = {place}; if (Array.isArray(at)) return at; at.scrollIntoView({{block: "center"}});
            const box = at.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()''')
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)

    def press(self, *keys: str) -> None:
        for key in keys:
            code, number, text = KEYS[key] if key in KEYS else (key, ord(key.upper()), key)
            for kind in ('keyDown', 'keyUp'):
                typed = {'text': text} if kind == 'keyDown' and text else {}
                self.call('Input.dispatchKeyEvent', type=kind, key=key, code=code, windowsVirtualKeyCode=number, **typed)
