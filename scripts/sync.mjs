import { ensureInstalled } from './setup/install.mjs'
import { toolOf } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'

// `npm run sync -- 300`: the long form of the tests with programs that sync; a file of theirs has this many megabytes.
await runMain(async () => {
  await ensureInstalled()
  const [megabytes = '300'] = process.argv.slice(2)
  const { code } = await run(
    [...toolOf('vitest'), 'run', '--project=server', 'apps/server/src/drive/sync-door/programs'],
    { env: { AWAN_SYNC_MB: megabytes } },
  )
  return code
})
