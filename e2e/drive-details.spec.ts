import type { DriveClient } from '@awan/client/drive'
import { drawPictures } from './draw-pictures.ts'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, signInQuickly, test } from './story.ts'
import { withCamera } from './with-camera.ts'

const lists = [
  '# Packing\n\n- tent\n- stove\n- map\n',
  '# Packing\n\n- tent\n- lamp\n- map\n',
  '# Packing\n\n- tent\n- lamp\n- map\n- rope\n',
]

test('the details panel shows a file beside the list and saves what is edited there', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const file = await writeList(drive)
  await drive.paths.put('Trips/con.txt', new Blob(['x']))
  await signInQuickly(page, server, person)
  await page.goto(`/files/${file.parent_id}`)
  await page.getByRole('row', { name: 'packing list.md' }).click()
  await page.keyboard.press('Control+i')
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel.getByRole('heading', { name: 'packing list.md' })).toBeVisible()
  await expect(panel.getByText('Document · Markdown')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'My files' })).toBeVisible()
  await expect(panel.getByText('Rani Setia (you)')).toBeVisible()

  await panel.getByLabel('Description').fill('For the big rucksack.')
  await panel.getByLabel('Tags').fill('alps')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Add to favourites' }).click()
  await expect(panel.getByRole('button', { name: 'Remove from favourites' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'alps' })).toBeVisible()
  await expect(async () => {
    const { description, tags, starred } = await drive.files.get(file.id)
    expect({ description, tags, starred }).toEqual({
      description: 'For the big rucksack.',
      tags: ['alps'],
      starred: true,
    })
  }).toPass()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByLabel('Description')).toHaveValue('')

  await page.getByRole('row', { name: 'con.txt' }).click()
  await expect(panel.getByText(/^Windows does not allow/)).toBeVisible()
  await page.getByRole('row', { name: 'packing list.md' }).click({ modifiers: ['ControlOrMeta'] })
  await expect(panel.getByRole('heading', { name: '2 items selected' })).toBeVisible()
  await page.reload()
  // Nothing is chosen any more: it is the folder itself.
  await expect(panel.getByRole('heading', { name: 'Trips' })).toBeVisible()
  await expect(panel.getByText('2 files, 0 folders')).toBeVisible()
  await panel.getByRole('button', { name: 'Close details' }).click()
  await expect(panel).toBeHidden()
})

test('the details of a photo say what its camera says, and where photos have it', async ({
  page,
  person,
  server,
}) => {
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  const [picture] = await drawPictures(page, 1)
  if (!picture) throw new Error('no picture was drawn')
  const { id } = await drive.paths.put('hut.jpg', await withCamera(picture, 'Pinhole 3000'))
  // No story measures how soon the server has read it.
  await expect
    .poll(async () => (await drive.files.media(id)).is_pending, { timeout: 200_000 })
    .toBe(false)
  await page.goto('/files?details=details')
  await page.getByRole('row', { name: 'hut.jpg' }).click()
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel.getByText('Pinhole 3000')).toBeVisible()
  await expect(panel.getByText('1/250 s · f/2.8 · ISO 400')).toBeVisible()
  await expect(panel.getByText('640 × 480')).toBeVisible()
  await expect(panel.getByText('2 May 2019, 10:00', { exact: true })).toBeVisible()
  // The camera says no zone, so its clock is taken for that of UTC; the reader's is Jakarta.
  await expect(panel.getByRole('term').filter({ hasText: 'In Photos at' })).toBeVisible()
  await expect(panel.getByText(/2 May 2019.* 17:00/)).toBeVisible()
  await expectAccessible(page)
})

test('the details show when the person last opened a file, after its preview was in view', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const file = await writeList(drive)
  await signInQuickly(page, server, person)
  await page.goto(`/files/${file.parent_id}?details=1`)
  await page.getByRole('row', { name: 'packing list.md' }).click()
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel.getByText('Document · Markdown')).toBeVisible()
  await expect(panel.getByText('Opened by you')).toBeHidden()
  const marked = page.waitForResponse(/\/drive\/v1\/files\/[^/]+\/opened/)
  await page.getByRole('row', { name: 'packing list.md' }).press('Enter')
  expect((await marked).ok()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(panel.getByText('Opened by you')).toBeVisible()
  const { files } = await drive.lists.recent({ by: 'opened' })
  expect(files.map(({ name }) => name)).toEqual(['packing list.md'])
})

test('an earlier version can be compared, restored, named, deleted and downloaded, and a restore undone', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const file = await writeList(drive)
  await signInQuickly(page, server, person)
  await page.goto(`/files/${file.parent_id}?details=1&tab=versions`)
  await page.getByRole('row', { name: 'packing list.md' }).click()
  const panel = page.getByRole('complementary', { name: 'Details' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(3)
  await expect(versions.first()).toContainText('Current')
  await expect(panel.getByText(/^All versions of the last day are kept/)).toBeVisible()

  const act = async (row: number, name: string) => {
    await versions
      .nth(row)
      .getByRole('button', { name: /actions$/ })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act(2, 'View')
  const dialog = page.getByRole('dialog', { name: 'packing list.md' })
  await expect(dialog.getByText('2 lines added since, 1 line removed')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Removed: - stove' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'This version' }).click()
  await expect(dialog.getByText('- stove')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(versions).toHaveCount(4)
  expect(await readText(drive, file.id)).toBe(lists[0])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(versions).toHaveCount(5)
  expect(await readText(drive, file.id)).toBe(lists[2])

  await act(4, 'Name this version')
  await page.getByRole('dialog').getByLabel('Name').fill('As first written')
  await page.keyboard.press('Enter')
  await expect(versions.last()).toContainText('As first written')
  await act(3, 'Delete')
  await page.getByRole('button', { name: 'Delete version' }).click()
  await expect(versions).toHaveCount(4)

  const downloading = page.waitForEvent('download')
  await act(3, 'Download')
  const stream = await (await downloading).createReadStream()
  expect(Buffer.concat(await stream.toArray()).toString()).toBe(lists[0])
})

test('the activity list groups actions by day, filters them by kind, and links to the file', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const file = await writeList(drive)
  await drive.files.update(file.id, { name: 'list.md' })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(today.first()).toContainText('list.mdRenamed from packing list.md')
  await page.getByRole('button', { name: 'Added' }).click()
  await expect(today).toHaveCount(2)

  // A new action appears at once.
  await drive.files.createFolder({ name: 'Alps' })
  await expect(today).toHaveCount(3)
  await today.filter({ hasText: 'packing list.md' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/files/${file.parent_id}\\?.*preview=${file.id}`))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the details open as a sheet over the list, and going back closes it', async ({
    page,
    person,
    server,
  }) => {
    const drive = await openDrive(server, person)
    const file = await writeList(drive)
    await signInQuickly(page, server, person)
    await page.goto(`/files/${file.parent_id}`)
    await page.getByRole('button', { name: 'Actions for packing list.md' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Details' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Details' })
    await expect(sheet.getByText('Document · Markdown')).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('row', { name: 'packing list.md' })).toBeVisible()
  })
})

/** A list that was written three times. */
async function writeList(drive: DriveClient) {
  for (const text of lists.slice(0, -1)) {
    await drive.paths.put('Trips/packing list.md', new Blob([text]))
  }
  return drive.paths.put('Trips/packing list.md', new Blob([lists.at(-1) ?? '']))
}

async function readText(drive: DriveClient, id: string): Promise<string> {
  return (await drive.files.download(id)).text()
}
