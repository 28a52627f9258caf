// A web host for the page without a server.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the page. */
export const SITE = process.env.HEELSTONE_SITE ?? fileURLToPath(new URL('../../../target/static/page', import.meta.url));

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.wasm': 'application/wasm' };

/** A host that knows nothing but files, below a path of its own. */
export async function host() {
  const server = createServer(async ({ url }, response) => {
    const name = new URL(url, 'http://host').pathname.replace(/^\/games\//, '') || 'index.html';
    try {
      const text = await readFile(join(SITE, name));
      response.writeHead(200, { 'Content-Type': KINDS[extname(name)] ?? 'application/octet-stream' }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { address: `http://127.0.0.1:${server.address().port}/games/`, end: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }) };
}
