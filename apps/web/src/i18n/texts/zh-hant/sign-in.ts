import type { texts as english } from '../en/sign-in.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.page': '登入',
  'signIn.title': '歡迎回來',
  'signIn.subtitle': '登入後查看你的檔案。',
  'signIn.username': '電子郵件、手機號碼或使用者名稱',
  'signIn.username.missing': '請輸入電子郵件、手機號碼或使用者名稱。',
  'signIn.password': '密碼',
  'signIn.password.missing': '請輸入密碼。',
  'signIn.continue': '繼續',
  'signIn.submit': '登入',
  'signIn.newHere': '還沒有帳號？',
  'signIn.create': '建立帳號',
}
