import { openSocket, type TestSocket } from '../../http/testing-sockets.ts'
import type { serveDrive } from '../testing-http.ts'
import { PUSH_PATH } from './push-door.ts'

type Served = Pick<Awaited<ReturnType<typeof serveDrive>>, 'origin'>

/** A client that syncs, which listens; it has heard whether it was let in. */
export async function listenAs(
  { origin }: Served,
  sub: string,
  password: string,
): Promise<TestSocket & { answer: string | undefined }> {
  const socket = await openSocket(`${origin}${PUSH_PATH}`)
  socket.send(sub, password)
  return { ...socket, answer: await socket.next() }
}
