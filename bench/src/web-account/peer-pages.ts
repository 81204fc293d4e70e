import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPeers } from '../client/peers.ts'
import { visit } from './first-visit.ts'
import { runPeerScript } from './run-peer-script.ts'
import { serveFolder } from './serve-folder.ts'

/** Sign-in pages of others that can be built from npm, with the script that is the whole page. */
const PAGES = {
  '@supabase/auth-ui-react': 'supabase-sign-in.js',
  'supertokens-auth-react': 'supertokens-sign-in.js',
}

export interface PeerPage {
  /** With its version. */
  name: string
  scriptBytes: number
}

/** Built, compressed and visited like ours. Its script does not change between visits, so one is enough. */
export async function measurePeerPages(): Promise<PeerPage[]> {
  const versions = await installPeers()
  const pages: PeerPage[] = []
  for (const [name, script] of Object.entries(PAGES)) {
    const folder = await mkdtemp(join(tmpdir(), 'awan-bench-'))
    try {
      const entry = fileURLToPath(new URL(`../../peers/${script}`, import.meta.url))
      await runPeerScript('build-page.js', entry, folder)
      await using served = await serveFolder(folder)
      const [only] = await visit(served.url, 1)
      if (only === undefined) throw new Error(`${name} was not visited`)
      pages.push({ name: `${name} ${versions[name]}`, scriptBytes: only.scriptBytes })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return pages
}
