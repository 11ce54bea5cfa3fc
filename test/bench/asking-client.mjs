/**
 * Child process: sends each HTTP request that the parent gives to a local server, and reports the status of the whole
 * answer (0: failed).
 */
import { request } from 'node:http';

process.on('message', ({ port, method, path, body }) => {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers = content === undefined ? {} : { 'content-type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
    response.resume();
    response.on('error', () => process.send(0));
    response.on('end', () => process.send(response.statusCode));
  });
  sent.on('error', () => process.send(0));
  sent.end(content);
});
