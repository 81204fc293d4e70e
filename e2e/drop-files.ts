import type { Locator, Page } from '@playwright/test'

/** Drops files and folders of this machine on the page, as a hand would from the desktop. */
export async function dropFiles(
  page: Page,
  paths: readonly string[],
  { on, whileOver }: { on?: Locator; whileOver?: () => Promise<void> } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 }
  const box = (await on?.boundingBox()) ?? { x: 0, y: 0, width, height }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + box.height / 2),
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    })
  await drag('dragEnter')
  await drag('dragOver')
  await whileOver?.()
  await drag('drop')
  await session.detach()
}
