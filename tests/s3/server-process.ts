import S3rver from '@20minutes/s3rver';

/** An S3 server as a separate process with the bucket `pictures`. */
const [folder = '', signed] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'pictures' }],
  vhostBuckets: false,
  allowMismatchedSignatures: signed === 'by-anything',
});
const { port } = await server.run();
console.log(port);
// The process that started it has gone.
process.stdin.on('end', () => process.exit()).resume();
