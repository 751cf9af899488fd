// Starts the server on a free port with an empty data folder, and a browser on it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const BINARY = process.env.PLYGROUND ?? new URL('../../../../target/release/plyground', import.meta.url).pathname;

/** Starts the server; gives its address and how to end it. */
export async function startServer(data = mkdtempSync(join(tmpdir(), 'plyground-')), port = '0', binary = BINARY) {
  const server = spawn(
    binary,
    ['serve', '--port', port, '--data', data, ...(process.env.PLYGROUND_ASSETS ? ['--assets', process.env.PLYGROUND_ASSETS] : [])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const address = await new Promise((found, failed) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const match = /http:\/\/\S+/.exec(text);
      if (match) found(match[0].replace(/\/$/, ''));
    });
    server.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return {
    address,
    data,
    kill: (signal = 'SIGTERM') =>
      new Promise((ended) => {
        server.on('exit', ended);
        server.kill(signal);
      }),
    clean: () => rmSync(data, { recursive: true, force: true }),
  };
}

/** Starts the browser. */
export const startBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** A page that remembers every error it shows, and every request to another host. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.troubles.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) page.troubles.push(`request to ${url}`);
  });
  page.setDefaultTimeout(30_000);
  return page;
}

/** Asks the server as the page does. */
export async function api(address, path, body) {
  const response = await fetch(
    address + path,
    body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  );
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const result = /event: ?result\ndata: ?(.*)/.exec(text);
    return JSON.parse(result?.[1] ?? 'null');
  }
  return JSON.parse(text);
}
