import type { texts as english } from '../en/visit-email.ts'

export const texts: Record<keyof typeof english, string> = {
  'visit.email.title': '您的電子郵件',
  'visit.email.hint': '要求檔案的人想知道檔案由誰傳送。我們會傳送驗證碼給您，以確認您的電子郵件。',
  'visit.email': '電子郵件',
  'visit.email.empty': '請輸入電子郵件地址。',
  'visit.email.wrong': '這不像電子郵件地址。',
  'visit.email.undelivered': '無法寄信到此地址，請檢查。',
  'visit.email.send': '傳送驗證碼',
  'visit.email.other': '使用其他地址',
  'visit.email.noMail': '此伺服器目前無法寄送電子郵件。請告訴傳送連結給您的人。',
}
