import { createPerson, expect, newPerson, signIn, test } from './story.ts'

test.describe('in a Korean browser', () => {
  test.use({ locale: 'ko-KR' })

  test('every page from sign-up to the first folder is in Korean', async ({ page, server }) => {
    await createPerson(server)
    const person = newPerson()
    await page.goto('/signup')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await page.getByLabel('이메일').fill('주소 아님')
    await page.getByRole('button', { name: '코드 보내기' }).click()
    await expect(page.getByText('이메일 주소나 전화번호 형식이 아닙니다.')).toBeVisible()
    await page.getByLabel('이메일').fill(person.email)
    await page.getByRole('button', { name: '코드 보내기' }).click()
    await expect(page.getByText(/새 코드$/)).toBeVisible()
    await page.getByLabel('여섯 자리 코드').fill(await server.codeFor(person.email))
    await page.getByLabel('이름').fill('김하늘')
    await page.getByLabel('비밀번호', { exact: true }).fill('구름 위의 작은 파일들')
    await page.getByRole('button', { name: '계정 만들기' }).click()

    await expect(page.getByRole('heading', { name: '파일이 여기에 표시됩니다' })).toBeVisible()
    await page.getByRole('button', { name: '새 폴더' }).click()
    await page.getByLabel('폴더 이름').fill('여행')
    await page.getByRole('button', { name: '폴더 만들기' }).click()
    await page.getByRole('row', { name: /여행/ }).dblclick()
    await expect(page.getByRole('heading', { name: '빈 폴더입니다' })).toBeVisible()
    await expect(page).toHaveTitle('여행 · Awan')
  })
})

test.describe('in a browser whose language is not supported', () => {
  test.use({ locale: 'fr-FR' })

  test('the sign-in page is in Simplified Chinese', async ({ page, server }) => {
    await createPerson(server)
    await page.goto('/signin')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    await expect(page.getByRole('heading', { name: '欢迎回来' })).toBeVisible()
  })
})

test('switching the language keeps what was typed, removes the old error, and survives a reload', async ({
  page,
  server,
}) => {
  await createPerson(server)
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill('rani@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill('wrong on purpose')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Wrong account number or password')).toBeVisible()

  await page.getByLabel('Language').selectOption('Bahasa Indonesia')
  await expect(page.getByRole('heading', { name: 'Selamat datang kembali' })).toBeVisible()
  await expect(page.getByLabel('Email, nomor telepon, atau nama pengguna')).toHaveValue(
    'rani@example.org',
  )
  await expect(page.getByLabel('Kata sandi', { exact: true })).toHaveValue('wrong on purpose')
  await expect(page.getByText('Wrong account number or password')).toBeHidden()

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
})

test('a language chosen in one tab is used in the others, and nothing typed is lost', async ({
  page,
  context,
}) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill('rani@example.org')
  const other = await context.newPage()
  await other.goto('/signup')
  await other.getByLabel('Language').selectOption('한국어')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await expect(page.getByLabel('이메일')).toHaveValue('rani@example.org')
})

test('a chosen theme survives a reload and applies before the first paint', async ({
  page,
  person,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, person)
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect.poll(background).toBe('rgb(246, 247, 249)')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(background).toBe('rgb(15, 18, 22)')
  // Before any module has run.
  await page.route('**/assets/start-*.js', (route) => route.abort())
  await page.reload()
  expect(await background()).toBe('rgb(15, 18, 22)')
})
