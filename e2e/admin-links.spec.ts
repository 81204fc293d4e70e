import { confirm, test } from './administration.ts'
import { openLinks, pageOf } from './open-links.ts'
import { createPerson, expect } from './story.ts'

test('an administrator finds the link of somebody by its address, revokes it, and demands passwords', async ({
  page,
  server,
  person,
}) => {
  const budi = await createPerson(server, 'Budi Santoso')
  const { drive, links } = await openLinks(server, budi)
  const { id } = await drive.files.createFolder({ parent_id: 'root', name: 'Secret plans' })
  const link = await links.create(id, { label: 'For the choir' })
  await links.create(id, { label: 'For the neighbours' })

  await page.goto('/admin/links')
  const rows = page.getByRole('listitem').filter({ hasText: 'Budi Santoso' })
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('Secret plans')).toBeHidden()
  await page.getByLabel('Find links').fill(`https://cloud.example.org${pageOf(link)}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('For the choir')
  await rows.getByRole('button', { name: 'Revoke the link of Budi Santoso' }).click()
  await confirm(page, 'Revoke', person)
  await expect(page.getByRole('heading', { name: 'No link fits' })).toBeVisible()
  await page.getByLabel('Find links').fill('')
  await expect(rows).toHaveCount(1)

  await page.getByLabel('Longest life in days').fill('a week')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Type a whole number from 1 to 36,500.')).toBeVisible()
  await page.getByLabel('Longest life in days').fill('30')
  await page.getByLabel('Every link needs a password').check()
  await page.getByRole('button', { name: 'Save' }).click()
  // The field shows 30 since it was typed: only this tells that the server has the rules.
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(links.create(id)).rejects.toThrow(/password/)
  await page.reload()
  await expect(page.getByLabel('Every link needs a password')).toBeChecked()
})
