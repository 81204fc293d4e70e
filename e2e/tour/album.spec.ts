import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from '@playwright/test'
import { toAlbum } from './album.ts'

const PAGE = fileURLToPath(new URL('../../docs/screens/README.md', import.meta.url))

test('the page of screenshots is written', () => writeFile(PAGE, toAlbum()))
