import type { AwanServer } from './awan-server.ts'
import { openDrive } from './open-drive.ts'
import {
  createPerson,
  expect,
  expectAccessible,
  type Person,
  signInQuickly,
  test,
} from './story.ts'

async function fill(server: AwanServer, person: Person) {
  const drive = await openDrive(server, person)
  const trips = await drive.files.createFolder({ name: 'Trips' })
  await drive.paths.put('Trips/alps-sunrise.jpg', new Blob(['a picture']))
  await drive.paths.put('Invoices/alps-hut.pdf', new Blob(['a bill']))
  const list = await drive.paths.put('packing.md', new Blob(['Boots, a rope and marmalade.']))
  // Texts are read a moment after they came.
  await expect(async () => {
    expect((await drive.search({ q: 'marmalade' })).hits).toHaveLength(1)
  }).toPass()
  return { trips, list }
}

test('search finds names and texts while typing, works by keyboard, and going back returns to the list', async ({
  page,
  person,
  server,
}) => {
  const { trips, list } = await fill(server, person)
  await signInQuickly(page, server, person)
  await page.goto(`/files/${trips.id}`)
  await expect(page.getByRole('row', { name: 'alps-sunrise.jpg' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search files and folders' })
  await page.keyboard.press('/')
  await expect(field).toBeFocused()

  await page.keyboard.type('marma')
  const hit = page.getByRole('option', { name: 'packing.md' })
  await expect(hit).toContainText('a rope and marmalade')
  await expect(hit.locator('mark')).toHaveText('marma')
  await expect(page.getByText('1 result', { exact: true })).toBeAttached()
  await expectAccessible(page)

  await field.fill('alps')
  const options = page.getByRole('option')
  await expect(options).toHaveText([
    /^alps-hut\.pdf/,
    /^alps-sunrise\.jpg/,
    'All results for “alps”',
    'Results in Trips',
  ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'alps-sunrise' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Results for “alps”' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: 'Place' }).click()
  await page.getByRole('menuitemradio', { name: 'Trips' }).click()
  await expect(page).toHaveURL(`/search?q=alps&in=${trips.id}`)
  await expect(page.getByRole('row', { name: 'alps-sunrise.jpg' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'alps-hut.pdf' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()

  // A file is shown in its folder.
  await field.fill('boots')
  await page.getByRole('option', { name: 'packing.md' }).click()
  await expect(page).toHaveURL(`/files?preview=${list.id}`)
})

test('a late search answer does not replace a newer one, and an empty result says so', async ({
  page,
  person,
  server,
}) => {
  await fill(server, person)
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const held = Promise.withResolvers<void>()
  await page.route('**/drive/v1/search?q=al&**', async (route) => {
    await held.promise
    await route.continue().catch(() => {})
  })
  const field = page.getByRole('combobox')
  const asked = page.waitForRequest('**/drive/v1/search?q=al&**')
  await field.fill('al')
  await asked
  await field.fill('packing')
  await expect(page.getByRole('option', { name: 'packing.md' })).toBeVisible()
  held.resolve()
  await field.fill('zebra')
  await expect(page.getByText('Nothing found for “zebra”')).toBeVisible()
  await expect(page.getByText('Nothing found', { exact: true })).toBeAttached()
  await expect(page.getByRole('option')).toHaveText(['All results for “zebra”'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
})

test('a search with an input method starts when the word is confirmed', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('黄昏的山谷.txt', new Blob(['x']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('row', { name: '黄昏的山谷' })).toBeVisible()
  const wanted: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/drive/v1/search') wanted.push(url.searchParams.get('q'))
  })
  await page.getByRole('combobox').focus()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['h', 'hu', 'huang', 'huang hun']) {
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  await keyboard.send('Input.insertText', { text: '黄昏' })
  await expect(page.getByRole('option', { name: '黄昏的山谷' })).toBeVisible()
  expect(wanted).toEqual(['黄昏'])
})

test('on a phone, search fills the page and remembers recent searches', async ({
  page,
  person,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await fill(server, person)
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('link', { name: 'Search' }).click()
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill('hut')
  await page.getByRole('option', { name: 'alps-hut.pdf' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'alps-hut.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('option', { name: 'hut', exact: true }).click()
  await expect(page.getByRole('row', { name: 'alps-hut.pdf' })).toBeVisible()
})

test('a search covers what others share too, and a hit opens where it is', async ({
  page,
  person,
  server,
}) => {
  const { sub } = await signInQuickly(page, server, person)
  const own = await openDrive(server, person)
  await own.files.createFolder({ name: 'Lighthouse plans' })
  const ben = await openDrive(server, await createPerson(server, 'Ben Adi'))
  const trip = await ben.files.createFolder({ name: 'Trip' })
  await ben.files.createFolder({ name: 'Lighthouse, hidden' })
  const lamp = await ben.files.createFolder({ name: 'Lighthouse lamp', parent_id: trip.id })
  await ben.shares.create(trip.id, { grantee: { kind: 'person', sub }, role: 'viewer' })

  await page.goto('/search?q=lighthouse')
  await expect(page.getByRole('row', { name: 'Lighthouse plans' })).toBeVisible()
  await page.getByRole('button', { name: 'Everything' }).click()
  const hit = page.getByRole('row', { name: 'Lighthouse lamp' })
  await expect(hit).toContainText('Shared with me / Trip')
  await expect(page.getByRole('row', { name: 'Lighthouse plans' })).toContainText('My drive')
  await expect(page.getByRole('row', { name: 'hidden' })).toBeHidden()
  await expectAccessible(page)

  await hit.getByRole('link', { name: 'Lighthouse lamp' }).click()
  await expect(page).toHaveURL(new RegExp(`/drives/[^/]+/files/${lamp.id}`))
  await expect(page.getByRole('heading', { name: 'Lighthouse lamp', level: 1 })).toBeVisible()

  // From there, the drive that one is in can be searched alone.
  await page.getByRole('combobox', { name: 'Search files and folders' }).fill('lighthouse')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'This drive' }).click()
  await expect(page.getByRole('row', { name: 'Lighthouse lamp' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Lighthouse plans' })).toBeHidden()
})
