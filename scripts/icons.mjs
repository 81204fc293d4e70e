#!/usr/bin/env node
// Draws the icons of the installed app from the logo: npm run has no part in it, they are committed.
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

// The server has it, for thumbnails.
const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp')

const OUT = new URL('../apps/web/public/icons/', import.meta.url)
const INK = '#0d7a6b'
const CLOUD =
  'M21.2 22.5H12a5.2 5.2 0 1 1 1.2-10.26A6.1 6.1 0 0 1 24.6 15.3 3.7 3.7 0 0 1 21.2 22.5Z'

/**
 * Platforms cut a maskable icon as they like: its ground reaches every edge, its cloud stays inside.
 *
 * @param {{ radius: number, scale: number }} look
 */
function draw({ radius, scale }) {
  const shift = 16 - 16 * scale
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="${radius}" fill="${INK}" />
    <path transform="translate(${shift} ${shift}) scale(${scale})" d="${CLOUD}" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" />
  </svg>`
}

const icons = [
  { name: 'icon-192.png', size: 192, radius: 9, scale: 1 },
  { name: 'icon-512.png', size: 512, radius: 9, scale: 1 },
  { name: 'maskable-512.png', size: 512, radius: 0, scale: 0.82 },
  { name: 'apple-touch-icon.png', size: 180, radius: 0, scale: 0.9 },
]

await mkdir(OUT, { recursive: true })
for (const { name, size, ...look } of icons) {
  const drawing = Buffer.from(draw(look))
  const png = sharp(drawing, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
  await writeFile(new URL(name, OUT), await png.toBuffer())
}
