// A session of the official TypeScript SDK, 1.x or 2.x as the request names its modules: request on stdin, transcript on
// stdout. It is copied beside the installed SDK, because modules are looked up from where a script lies.

import { readFileSync } from "node:fs";

const request = JSON.parse(readFileSync(0, "utf8"));
const { Client } = await import(request.modules.client);
const { StdioClientTransport } = await import(request.modules.stdio);

const [command, ...args] = request.server;
const options = request.mode ? { versionNegotiation: { mode: request.mode } } : {};
const client = new Client({ name: "mcp-wms-api-check", version: "0" }, options);
const transport = new StdioClientTransport({ command, args });

// 1.x tells the version it agreed on to the transport only.
let agreed;
transport.setProtocolVersion = (version) => {
  agreed = version;
};
await client.connect(transport);

const answer = (result) => ({
  text: result.content.map((block) => block.text).join(""),
  is_error: result.isError === true,
});

const listed = await client.listTools();
const answers = {};
for (const [name, call] of Object.entries(request.calls)) {
  answers[name] = answer(await client.callTool({ name, arguments: call }));
}
const refused = answer(await client.callTool(request.refused));
const unknown = await client.callTool({ name: request.unknown, arguments: {} }).then(
  (result) => `no error, but ${JSON.stringify(result)}`,
  (error) => error.message,
);
const protocol = client.getNegotiatedProtocolVersion?.() ?? agreed;
const transcript = { protocol, tools: listed.tools.map((tool) => tool.name), answers, refused, unknown };
await client.close();
process.stdout.write(JSON.stringify(transcript));
