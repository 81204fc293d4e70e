import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noWarmUp } from '../../packages/client/build/no-warm-up.ts'
import { compileTexts } from './build/compile-texts.ts'
import { precompress } from './build/precompress.ts'

const TEXTS = /\/(?:i18n\/texts|errors\/messages)\/([a-z-]+)(?:\/(?:app|visit))?\.ts$/

/**
 * The page of a link, beside the app. It is built by itself: in one build with the app it would share the chunks of
 * the app's start page, and run them.
 */
export default defineConfig({
  plugins: [compileTexts(), react(), tailwindcss(), noWarmUp, precompress(/^visit/)],
  worker: { format: 'es' },
  build: {
    assetsInlineLimit: 0,
    copyPublicDir: false,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    sourcemap: true,
    rolldownOptions: {
      input: 'visit.html',
      output: {
        chunkFileNames: 'assets/_[hash].js',
        codeSplitting: {
          groups: [
            {
              name: 'visit-libraries',
              test: /node_modules\/(react|react-dom|scheduler|@lingui)\//,
              priority: 2,
            },
            // What the page says at first in a language comes in one piece.
            {
              name: (file) => {
                const locale = TEXTS.exec(file.replaceAll('\\', '/'))?.[1]
                return locale === undefined ? null : `visit-texts-${locale}`
              },
              test: TEXTS,
            },
            { name: 'visit', test: /\/web\/src\/visit\/main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
