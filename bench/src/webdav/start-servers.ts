import { createAccountCentre } from '@awan/client/account-centre'
import { startNephele, startRclone } from '../drive/file-servers.ts'
import { type Person, signIn, startInProduction } from '../drive/people.ts'
import type { FileServer } from '../drive/start-program.ts'
import { processTree } from '../process-tree.ts'
import type { OwnServer } from '../server.ts'
import { startApache } from './apache.ts'
import type { DavServer, DavServers, Peer, PeerKind } from './dav-server.ts'
import { startNginxDav } from './nginx-dav.ts'

const PEERS: readonly [PeerKind, () => Promise<FileServer | undefined>][] = [
  ['apache', startApache],
  ['nginx', startNginxDav],
  ['rclone', startRclone],
  ['nephele', startNephele],
]

export interface StartedServers extends DavServers, AsyncDisposable {
  /** Our server for each of the people, in their order; `ours` is the first of them. */
  each: readonly OurServer[]
}

export interface OurServer extends DavServer {
  url: string
  login: NonNullable<DavServer['login']>
}

/** Ours on a data folder, as these people have it; beside it those that the machine has, each on an empty folder of its own. */
export async function startServers(
  dataDir: string,
  people: readonly Person[],
): Promise<StartedServers> {
  await using started = new AsyncDisposableStack()
  const server = started.use(await startInProduction(dataDir))
  const each: OurServer[] = []
  for (const person of people) each.push(await openDoor(server, person))
  const [ours] = each
  if (!ours) throw new Error('nobody to measure for')
  const peers: Peer[] = []
  for (const [kind, start] of PEERS) {
    const peer = await start()
    peers.push({ kind, server: peer && toDavServer(started.use(peer)) })
  }
  const owned = started.move()
  return { ours, each, peers, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** None of them waits for the disk (Apache does for its locks, once), nor asks who it is. */
function toDavServer({ name, url, folder, pid }: FileServer): Peer['server'] {
  const address = `${url}/`
  return { name, isSynced: false, address, headers: {}, process: processTree(pid), folder }
}

async function openDoor({ url, pid, name }: OwnServer, person: Person): Promise<OurServer> {
  using signedIn = await signIn(url, person)
  const { sudo_token } = await signedIn.client.user.sudo({ password: person.password })
  const { appPasswords } = createAccountCentre(signedIn.client)
  const { login_name: userName, password } = await appPasswords.create({
    name: 'bench',
    sudo_token,
  })
  const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
  return {
    name,
    isSynced: true,
    address: `${url}/dav/`,
    headers: { authorization },
    process: processTree(pid),
    url,
    login: { userName, password },
  }
}
