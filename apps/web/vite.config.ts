import { apiPathPattern } from '@awan/protocol/api-paths'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noWarmUp } from '../../packages/client/build/no-warm-up.ts'
import { compileReact } from './build/compile-react.ts'
import { compileTexts } from './build/compile-texts.ts'
import { pdfParts } from './build/pdf-parts.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'
import { visitPage } from './build/visit-page.ts'

const api = process.env.AWAN_DEV_API ?? 'http://127.0.0.1:8080'

const FIRST_TEXTS = /\/(?:i18n\/texts|errors\/messages)\/([a-z-]+)(?:\/(?:app|sign-in))?\.ts$/

/** The first page, with the few small pieces of the sign-in that the drive shares. */
const START =
  /\/web\/src\/(?:main\.tsx|account\/EntranceLayout\.tsx|ui\/(?:use-page-title|lazy-part)\.ts)$|\/icons\/(?:chevron-down|eye)\./

/** What the drive shares with other pages, which need nothing else of it. */
const SHARED = [
  /\/web\/src\/session\/(?:QueriesRoute|SignOut|use-me|use-kept-accounts|kept-people)\.tsx?$/,
  /\/web\/src\/ui\/(?:Avatar|Dialog|Skeleton)\.tsx$/,
  /\/web\/src\/account\/(?:guest\/use-guest-farewell|sudo\/SudoProvider|two-factor\/TwoFactorGate)\.tsx$/,
  /\/web\/src\/(?:i18n\/format|drive\/offline\/kept-answers)\.ts$/,
  /\/icons\/(?:check|chevron-right|clock|cloud-off|copy|files|hard-drive|log-out|search|trash|undo-2)\./,
  /\/icons\/(?:user-round|user-round-plus|users-round)\./,
]

/** What the frame of the drive and its lists say comes in one piece too. */
const DRIVE_TEXTS =
  /\/i18n\/texts\/([a-z-]+)\/drive(?:-(?:actions|browse|offline|places|search))?\.ts$/

/**
 * Compiled for fewer renders is what people work in. The ways in, and the few parts of the drive's frame that are
 * named here, render a few times in all, and every first visit pays for their weight.
 */
const COMPILED =
  /apps\/web\/src\/(?:drive\/(?!search\/SearchBox\.|files\/(?:FilesScreen|FilterChips|FolderProblem|Skeletons|SortMenu)\.|new\/NewButton\.)|account\/(?!sign-in|contact-field|provider-return|verify-code|profile\/AccountMenu\.)[^/]+\/).*\.tsx?$/

/** Chunks of the sign-in page and of the drive's first rows, by the names that the groups below give them. */
const FIRST_VISIT = /^(?:bell|drive|index|libraries|passkeys|routes|shared|sign-in|start)$|texts-/

export default defineConfig({
  plugins: [
    compileTexts(),
    react(),
    compileReact(COMPILED),
    tailwindcss(),
    pdfParts(),
    visitPage(),
    noWarmUp,
    serviceWorker(),
    precompress(FIRST_VISIT),
  ],
  resolve: {
    // React has had this hook since 18; the router brings a replacement for older ones.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // The worker loads what it hashes with when it first hashes.
  worker: { format: 'es' },
  build: {
    // The policy allows fonts and styles from our own origin only: nothing becomes a data: URL.
    assetsInlineLimit: 0,
    // light-dark() is what the themes are made of; older browsers than these lack it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // They all know modulepreload, too. Only the page itself names files ahead: in the scripts the names of
    // what every lazy part imports would weigh more than the round trip that they save.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    sourcemap: true,
    rolldownOptions: {
      output: {
        // Without names: the start page lists a hundred files, and pays for each letter.
        chunkFileNames: 'assets/_[hash].js',
        codeSplitting: {
          groups: [
            // What changes with our releases and what does not are cached apart.
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|@lingui|@tanstack\/(react-router(?!.*\/useBlocker)|router-core|history|react-store|store))\//,
              priority: 3,
            },
            { name: 'routes', test: /\/web\/src\/routes\/every-route\.ts$/ },
            // Each with all that it imports: a dozen crumbs would compress worse, and cost a request each.
            {
              name: 'start',
              test: START,
              priority: 2,
            },
            { name: 'sign-in', test: /\/web\/src\/account\/sign-in\/SignInRoute\.tsx$/ },
            // Small, and always asked for together.
            {
              name: 'passkeys',
              test: /\/client\/src\/(?:passkeys\/index|(?:\w+\/)*base64url)\.ts$/,
            },
            // What the first page says in a language comes in one piece.
            { name: nameBy(FIRST_TEXTS, 'texts'), test: FIRST_TEXTS },
            { name: nameBy(DRIVE_TEXTS, 'drive-texts'), test: DRIVE_TEXTS },
            // The last three: what an earlier one has stays there.
            { name: 'shared', test: (id) => SHARED.some((each) => each.test(id)) },
            { name: 'drive', test: /\/web\/src\/shell-routes\.tsx$/ },
            {
              name: 'bell',
              test: /\/drive\/inbox\/(?:Bell\.tsx|unread-query\.ts|unread\.ts)$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      [apiPathPattern]: { target: api },
    },
  },
})

/** One piece for each locale. */
function nameBy(files: RegExp, name: string): (file: string) => string | null {
  return (file) => {
    const locale = files.exec(file.replaceAll('\\', '/'))?.[1]
    return locale === undefined ? null : `${name}-${locale}`
  }
}
