import type { Version } from '@awan/protocol/drive'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { VersionRow } from './VersionRow.tsx'

const version = {
  id: 'v1',
  size: 5,
  created_time: '2026-01-01T00:00:00Z',
  current: false,
  name: 'As sent',
} as Version

async function itemsFor(rights: { mayEdit: boolean; mayDelete: boolean }) {
  const { wrapper } = await openStage({ areas: ['drive-details'] })
  const doNothing = () => {}
  const acts = {
    ...{ onView: doNothing, onDownload: doNothing, onRestore: doNothing },
    ...{ onName: doNothing, onUnname: doNothing, onDelete: doNothing },
  }
  render(<VersionRow version={version} {...rights} {...acts} />, { wrapper })
  await userEvent.setup().click(screen.getByRole('button'))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

const LOOK = ['View', 'Download']

test('a person who may only view the file can view and download a version', async () => {
  expect(await itemsFor({ mayEdit: false, mayDelete: false })).toEqual(LOOK)
})

test('a person who may edit the file gets three more actions on a version', async () => {
  const items = await itemsFor({ mayEdit: true, mayDelete: false })
  expect(items.slice(0, 2)).toEqual(LOOK)
  expect(items).toHaveLength(5)
})

test('a person who may also delete gets one more action on a version', async () => {
  expect(await itemsFor({ mayEdit: true, mayDelete: true })).toHaveLength(6)
})
