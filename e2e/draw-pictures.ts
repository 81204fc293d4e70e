import type { Page } from '@playwright/test'

/** Real pictures, drawn by the browser: a sky, a sun and hills, each in other colours. */
export async function drawPictures(
  page: Page,
  count: number,
  /** Width and height of each, again from the first after the last. */
  sizes: readonly (readonly [width: number, height: number])[] = [[640, 480]],
): Promise<Blob[]> {
  const drawn = await page.evaluate(
    ([wanted, sides]) => {
      // By its full name: the page may be a drawing itself.
      const xhtml = 'http://www.w3.org/1999/xhtml'
      const canvas = document.createElementNS(xhtml, 'canvas') as HTMLCanvasElement
      const draw = canvas.getContext('2d')
      if (!draw) throw new Error('the canvas has no 2d context')
      return Array.from({ length: wanted }, (_, index) => {
        const [width = 640, height = 480] = sides[index % sides.length] ?? []
        canvas.width = width
        canvas.height = height
        draw.scale(width / 640, height / 480)
        const hue = (index * 47) % 360
        const sky = draw.createLinearGradient(0, 0, 0, 480)
        sky.addColorStop(0, `hsl(${hue} 60% 62%)`)
        sky.addColorStop(1, `hsl(${(hue + 40) % 360} 75% 84%)`)
        draw.fillStyle = sky
        draw.fillRect(0, 0, 640, 480)
        draw.fillStyle = `hsl(${(hue + 60) % 360} 95% 90%)`
        draw.beginPath()
        draw.arc(120 + ((index * 83) % 400), 130 + ((index * 29) % 90), 46, 0, 7)
        draw.fill()
        for (const [layer, light] of [42, 32, 22].entries()) {
          draw.fillStyle = `hsl(${(hue + 150) % 360} 28% ${light}%)`
          draw.beginPath()
          draw.moveTo(0, 480)
          for (let x = 0; x <= 640; x += 20) {
            const wave = Math.sin(x / (90 + layer * 30) + index * 1.7 + layer * 2)
            draw.lineTo(x, 300 + layer * 55 - wave * (52 - layer * 10))
          }
          draw.lineTo(640, 480)
          draw.fill()
        }
        return canvas.toDataURL('image/jpeg', 0.85).split(',')[1] ?? ''
      })
    },
    [count, sizes] as const,
  )
  return drawn.map((base64) => new Blob([Buffer.from(base64, 'base64')], { type: 'image/jpeg' }))
}
