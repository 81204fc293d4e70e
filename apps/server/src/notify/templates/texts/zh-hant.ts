import type { MailTexts } from '../mail-text.ts'

export const zhHant: MailTexts = {
  code: (code, minutes) => ({
    subject: `您的 Awan 驗證碼：${code}`,
    title: '您的驗證碼',
    paragraphs: [
      `請在 ${minutes} 分鐘內輸入，僅能使用一次。`,
      '請勿將驗證碼告訴他人。如果不是您本人操作，請忽略此郵件。',
    ],
  }),
  accountExists: () => ({
    subject: '您已有 Awan 帳號',
    title: '您已有帳號',
    paragraphs: [
      '有人使用此電子郵件申請註冊 Awan 帳號。該電子郵件已有帳號，因此沒有任何變更。',
      '如果是您本人，請使用密碼登入；如果不是，請忽略此郵件。',
    ],
    action: '登入',
  }),
  noAccount: () => ({
    subject: '此電子郵件沒有 Awan 帳號',
    title: '此電子郵件沒有帳號',
    paragraphs: [
      '有人申請驗證碼，以使用此電子郵件的 Awan 帳號，但該帳號並不存在。',
      '您可能是用其他電子郵件註冊的。如果不是您本人操作，請忽略此郵件。',
    ],
    action: '註冊帳號',
  }),
  newDevice: () => ({
    subject: '您的 Awan 帳號有新的登入',
    title: '新裝置登入',
    paragraphs: [
      '您的帳號在一部新裝置上登入。',
      '如果是您本人，無需任何操作；如果不是，請立即變更密碼，其他登入工作階段將全部結束。',
    ],
    action: '開啟 Awan',
  }),
  passwordChanged: () => ({
    subject: '您的 Awan 密碼已變更',
    title: '您的密碼已變更',
    paragraphs: [
      '其他登入工作階段已全部結束。',
      '如果不是您本人操作，請立即聯絡此 Awan 的管理員。',
    ],
  }),
  sessionEnded: () => ({
    subject: '您的 Awan 帳號有一個工作階段已結束',
    title: '為保護您的帳號，我們結束了一個工作階段',
    paragraphs: [
      '一個已使用過的登入權杖再次出現，它可能遭到複製，因此我們結束了它所屬的工作階段。',
      '請重新登入。如果再次發生，請變更密碼。',
    ],
    action: '登入',
  }),
  labels: { device: '裝置', address: '位址', time: '時間' },
  footer: '此郵件由 Awan 自動寄出，請勿回覆。',
}
