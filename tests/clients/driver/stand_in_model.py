"""A stand-in for the model, so that Claude Code can be run to the end without a network or an account.

It speaks just enough of the Messages API: to the first request that offers tools it answers with the calls it was given,
and what comes back for them is what a real model would read.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class StandInModel:
    """Listens on a free port of this machine; `offered` and `results` fill as the client speaks to it."""

    def __init__(self, calls):
        self.calls = calls
        self.offered = []
        self.results = {}
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                for event in model.events(body):
                    self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def events(self, body):
        """The stream that answers one request."""
        self.offered = self.offered or [tool["name"] for tool in body.get("tools", [])]
        for message in body["messages"]:
            for block in message["content"] if isinstance(message["content"], list) else []:
                if block["type"] == "tool_result":
                    self.results[block["tool_use_id"]] = block
        if body.get("tools") and not self.results:
            blocks = [self._call(number, call) for number, call in enumerate(self.calls)]
            return _stream(body["model"], blocks, "tool_use")
        return _stream(body["model"], [({"type": "text", "text": ""}, {"type": "text_delta", "text": "."})], "end_turn")

    def result(self, number):
        """The text that came back for a call and whether it is an error."""
        block = self.results.get(f"toolu_{number}")
        if block is None:
            return None
        content = block["content"]
        text = content if isinstance(content, str) else "".join(part["text"] for part in content)
        return {"text": text, "is_error": block.get("is_error", False)}

    @staticmethod
    def _call(number, call):
        tool, arguments = call
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": {}}
        return block, {"type": "input_json_delta", "partial_json": json.dumps(arguments)}


def _stream(model, blocks, stop_reason):
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [], "usage": usage}
    yield {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None}}
    for index, (block, delta) in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": stop_reason, "stop_sequence": None}, "usage": usage}
    yield {"type": "message_stop"}
