import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A standby's connection to its primary, which can be cut. */
export interface Cable {
  port: number;
  /** The port of the primary. */
  target: number;
  /** Cuts its connections, and refuses new ones. */
  cut(): void;
  /** Accepts new connections. */
  reconnect(): void;
  close(): Promise<void>;
}

export async function openCable(): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(cable.target, '127.0.0.1');
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cable: Cable = {
    port: (server.address() as AddressInfo).port,
    target: 0,
    cut() {
      isCut = true;
      cutAll();
    },
    reconnect() {
      isCut = false;
    },
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
  return cable;
}
