import type { ProcessTree } from '../process-tree.ts'

export type PeerKind = 'apache' | 'nginx' | 'rclone' | 'nephele'

/** A folder that a server serves by WebDAV, on the same disk as those of all others. */
export interface DavServer {
  /** With its version. */
  name: string
  /** Whether what was written is on the disk when the server answers. */
  isSynced: boolean
  /** Of the folder, with a slash at the end. */
  address: string
  /** Who asks, where the server wants to know; `headers` say the same. */
  login?: { userName: string; password: string }
  headers: Record<string, string>
  process: ProcessTree
}

export interface Peer {
  kind: PeerKind
  /** Undefined where the machine does not have it. */
  server: (DavServer & { folder: string }) | undefined
}

/** All that are measured in a run. */
export interface DavServers {
  ours: DavServer
  peers: readonly Peer[]
}

export function serversOf({ ours, peers }: DavServers): DavServer[] {
  return [ours, ...peers.flatMap(({ server }) => server ?? [])]
}
