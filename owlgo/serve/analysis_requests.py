"""Requests of KataGo's analysis protocol: what each line asks for, and errors and warnings in the protocol's form."""
import json
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from owlgo.cli.values import Data
from owlgo.gtp.about import NAME, VERSION
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.server import Kernels
from owlgo.serve import analysis_query
from owlgo.serve.analysis_query import View
from owlgo.serve.fields import FieldError, JsonFields, json_object, whole

if TYPE_CHECKING:
    from owlgo.serve.analysis_jobs import Jobs

MOST_TURN = 1 << 31
"""Largest number of a turn."""


class Requests:
    """Answers the lines of a controller; positions are searched by threads, which begin with the first query."""

    def __init__(self, write: Callable[[bytes], None], kernels: Kernels | None, view: View, level: int, threads: int,
                 failed: Callable[[], None]) -> None:
        """``failed`` is called from a thread whose answer could not be written (``failure``)."""
        self._write_bytes, self._kernels, self._view, self._level, self._threads = write, kernels, view, level, threads
        self._failed = failed
        self.failure: OSError | None = None
        self._writing = threading.Lock()
        self._jobs: Jobs | None = None

    def write(self, said: Data) -> None:
        """Write an answer as one line."""
        data = json.dumps(said, separators=(',', ':'), allow_nan=False).encode() + b'\n'
        with self._writing:
            self._write_bytes(data)

    def handle(self, line: bytes) -> None:
        """Answer a line, at once or by a thread.  A wrong line gets one error."""
        try:
            data = json_object(line, 'the line')
        except ValueError as error:
            self.write({'error': str(error)})
            return
        if not isinstance(data.get('id'), str):
            self.write({'error': 'the field id must be a string', 'field': 'id'})
        else:
            try:
                self._carry_out(data)
            except FieldError as error:
                self.write({'error': str(error), 'field': error.field, 'id': data['id']})
            except GtpError as error:
                self.write({'error': str(error), 'id': data['id']})

    def _carry_out(self, data: dict[str, Any]) -> None:
        """Carry an action out, or put a query in the queue.  Raises FieldError, GtpError."""
        if 'action' in data:
            self.write(self._act(data))
            return
        if self._kernels is not None:
            self._kernels.wait()
        query = analysis_query.parse(data, self._view)
        for warning in query.warnings:
            self.write({'warning': str(warning), 'field': warning.field, 'id': query.id})
        if self._jobs is None:
            from owlgo.serve.analysis_jobs import Jobs
            self._jobs = Jobs(self.write, self._level, self._threads, self._fail)
        self._jobs.put(query)

    def _act(self, data: dict[str, Any]) -> Data:
        """Carry an action out; return its answer."""
        fields = JsonFields(data)
        action = fields.choice('action', '', ('query_version', 'query_models', 'clear_cache', 'terminate', 'terminate_all'))
        said: Data = {'action': action, 'id': data['id']}
        if action == 'query_version':
            return {**said, 'version': VERSION, 'git_hash': NAME}
        if action == 'query_models':
            return {**said, 'models': [{'name': NAME, 'internalName': f'{NAME}-{VERSION}', 'maxBatchSize': 1, 'usesHumanSLProfile': False,
                                        'version': 0, 'usingFP16': 'false'}]}
        if action == 'clear_cache':
            if self._jobs is not None:
                self._jobs.forget()
            return said
        if action not in ('terminate', 'terminate_all'):
            raise FieldError('action', 'must be a string')
        query_id = None
        if action == 'terminate':
            query_id = said['terminateId'] = fields.text('terminateId')
            if data.get('terminateId') is None:
                raise FieldError('terminateId', 'is missing: the id of the query to end')
        turns = fields.list_of('turnNumbers', lambda found: whole(found, 0, MOST_TURN), 'numbers of turns')
        if turns is not None:
            said['turnNumbers'] = turns
        if self._jobs is not None:
            self._jobs.terminate(query_id, turns)
        return said

    def _fail(self, failure: OSError) -> None:
        self.failure = self.failure or failure
        self._failed()

    def finish(self) -> None:
        """Wait until all queries are answered.  Raises OSError if an answer cannot be written."""
        if self._jobs is not None:
            self._jobs.finish()
        if self.failure is not None:
            raise self.failure
