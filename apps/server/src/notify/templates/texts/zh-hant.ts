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
  visitorCode: (code, minutes) => ({
    subject: `您用於傳送檔案的 Awan 驗證碼：${code}`,
    title: '確認您的電子郵件',
    paragraphs: [
      `請在 ${minutes} 分鐘內於您要傳送檔案的頁面輸入，僅能使用一次。`,
      '接收檔案的人會看到此電子郵件。請勿將驗證碼告訴他人。如果不是您本人操作，請忽略此郵件。',
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
    action: '建立帳號',
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
  passkeyAdded: () => ({
    subject: '您的 Awan 帳號新增了密碼金鑰',
    title: '已新增密碼金鑰',
    paragraphs: [
      '從現在起，使用此密碼金鑰無需密碼即可登入您的帳號。',
      '如果不是您本人操作，請立即移除該密碼金鑰並變更密碼。',
    ],
    action: '開啟 Awan',
  }),
  passkeyRemoved: () => ({
    subject: '您的 Awan 帳號移除了密碼金鑰',
    title: '已移除密碼金鑰',
    paragraphs: [
      '此密碼金鑰已無法再用於登入您的帳號。',
      '如果不是您本人操作，請立即變更密碼並檢查您的登入工作階段。',
    ],
    action: '開啟 Awan',
  }),
  appPasswordCreated: () => ({
    subject: '您的 Awan 帳號新增了應用程式密碼',
    title: '已新增應用程式密碼',
    paragraphs: [
      '從現在起，使用此應用程式密碼的程式可以開啟您的檔案，無需您的密碼或兩步驟驗證。',
      '如果不是您本人操作，請立即停用該應用程式密碼並變更密碼。',
    ],
    action: '開啟 Awan',
  }),
  appAuthorized: () => ({
    subject: '有應用程式取得了您 Awan 帳號的存取權限',
    title: '應用程式已取得存取權限',
    paragraphs: [
      '從現在起，該應用程式可以在您允許的範圍內使用您的帳號。',
      '如果不是您本人操作，請立即在已授權的應用程式中撤銷其權限，並變更密碼。',
    ],
    action: '開啟 Awan',
  }),
  providerBound: () => ({
    subject: '您的 Awan 帳號新增了登入方式',
    title: '已連結第三方帳號',
    paragraphs: [
      '一個第三方帳號已連結到您的帳號。能登入該第三方帳號的人，現在也能登入您的帳號。',
      '如果不是您本人操作，請立即解除連結並變更密碼。',
    ],
    action: '開啟 Awan',
  }),
  providerUnbound: () => ({
    subject: '您的 Awan 帳號移除了一種登入方式',
    title: '已解除連結第三方帳號',
    paragraphs: [
      '該第三方帳號已無法再用於登入您的帳號。',
      '如果不是您本人操作，請立即變更密碼並檢查您的登入工作階段。',
    ],
    action: '開啟 Awan',
  }),
  usernameChanged: () => ({
    subject: '您的 Awan 帳號使用者名稱已變更',
    title: '您的使用者名稱已變更',
    paragraphs: [
      '您無法再使用舊的使用者名稱登入；您的聯絡方式仍然可用。',
      '如果不是您本人操作，請立即重設密碼。',
    ],
  }),
  contactChanged: () => ({
    subject: '您的 Awan 帳號聯絡方式已變更',
    title: '您的聯絡方式已變更',
    paragraphs: [
      '驗證碼和通知現在會傳送到另一個地址或手機號碼。',
      '如果不是您本人操作，請立即聯絡此 Awan 的管理員。',
    ],
  }),
  deletionRequested: () => ({
    subject: '您的 Awan 帳號將被刪除',
    title: '您的帳號將被刪除',
    paragraphs: [
      '所有工作階段均已結束。在上述日期之前不會遺失任何內容：登入後選擇還原帳號即可。',
      '此後，您的帳號和所有檔案將永久刪除。如果不是您本人操作，請立即還原帳號並變更密碼。',
    ],
    action: '還原帳號',
  }),
  deletionCancelled: () => ({
    subject: '您的 Awan 帳號已還原',
    title: '您的帳號已還原',
    paragraphs: ['帳號不會被刪除，您的所有檔案都還在。', '如果不是您本人操作，請立即變更密碼。'],
    action: '開啟 Awan',
  }),
  accountDeleted: () => ({
    subject: '您的 Awan 帳號已刪除',
    title: '您的帳號已刪除',
    paragraphs: ['您的帳號和所有檔案已刪除，無法復原。', '感謝您曾經使用。'],
  }),
  exportRequested: () => ({
    subject: '有人要求匯出您的 Awan 資料',
    title: '有人要求匯出您的資料',
    paragraphs: [
      '匯出內容包含您帳號中的一切，一天之內，以您的身分登入的人都可以下載。',
      '如果不是您本人操作，請立即變更密碼；其他所有工作階段都會結束。',
    ],
    action: '開啟 Awan',
  }),
  twoFactorEnabled: () => ({
    subject: '您的 Awan 帳號已開啟兩步驟驗證',
    title: '兩步驟驗證已開啟',
    paragraphs: [
      '今後登入時，除密碼外還需要完成第二步驟驗證。',
      '請妥善保管您的復原碼。如果不是您本人操作，請立即聯絡此 Awan 的管理員。',
    ],
  }),
  twoFactorDisabled: () => ({
    subject: '您的 Awan 帳號已關閉兩步驟驗證',
    title: '兩步驟驗證已關閉',
    paragraphs: [
      '登入時不再需要第二步驟驗證，所有裝置的信任也已取消。',
      '如果不是您本人操作，請立即變更密碼並重新開啟。',
    ],
    action: '開啟 Awan',
  }),
  twoFactorChanged: () => ({
    subject: '您的 Awan 帳號的兩步驟驗證設定已變更',
    title: '兩步驟驗證設定已變更',
    paragraphs: [
      '新增或移除了一種登入確認方式，或產生了新的復原碼。',
      '如果不是您本人操作，請立即變更密碼並檢查安全性設定。',
    ],
    action: '開啟 Awan',
  }),
  recoveryCodeUsed: () => ({
    subject: '您的 Awan 帳號使用了一個復原碼',
    title: '一個復原碼已被使用',
    paragraphs: [
      '有人使用您的密碼和一個復原碼登入。該復原碼已失效。',
      '如果是您本人，請在所剩不多時產生新的復原碼；如果不是，請立即變更密碼。',
    ],
    action: '開啟 Awan',
  }),
  secondStepFailing: () => ({
    subject: '可能有人知道您的 Awan 密碼',
    title: '可能有人知道您的密碼',
    paragraphs: [
      '有人多次輸入了正確的密碼，但第二步驟的驗證碼有誤。您的帳號沒有被開啟。',
      '如果不是您本人操作，請立即變更密碼。',
    ],
    action: '開啟 Awan',
  }),
  accountStopped: () => ({
    subject: '您的 Awan 帳號已被停用',
    title: '您的帳號已被停用',
    paragraphs: [
      '此 Awan 的管理員已停用您的帳號。所有工作階段均已結束，帳號暫時無法使用。您的檔案仍會保留。',
      '如果您認為這是誤會，請聯絡管理員。',
    ],
  }),
  accountReleased: () => ({
    subject: '您的 Awan 帳號可以使用了',
    title: '您的帳號可以使用了',
    paragraphs: ['此 Awan 的管理員已開通您的帳號。您現在可以登入。'],
    action: '登入',
  }),
  resetDemanded: () => ({
    subject: '您的 Awan 帳號需要設定新密碼',
    title: '您的帳號需要設定新密碼',
    paragraphs: [
      '此 Awan 的管理員要求您設定新密碼。所有工作階段均已結束，舊密碼不再有效。',
      '請在登入時重設密碼。不要把密碼告訴任何人，包括管理員。',
    ],
    action: '登入',
  }),
  administratorAppointed: () => ({
    subject: '您現在是 Awan 的管理員',
    title: '您現在是管理員',
    paragraphs: [
      '此 Awan 的管理員已將您也設為管理員。您可以管理帳號、應用程式和設定。',
      '如果尚未啟用兩步驟驗證，請啟用。',
    ],
    action: '開啟 Awan',
  }),
  administratorDismissed: () => ({
    subject: '您不再是 Awan 的管理員',
    title: '您不再是管理員',
    paragraphs: ['此 Awan 的管理員已撤銷您的管理員身分。您的帳號和檔案沒有變動。'],
    action: '開啟 Awan',
  }),
  administratorsChanged: () => ({
    subject: 'Awan 的管理員有變動',
    title: '管理員有變動',
    paragraphs: [
      '有人成為此 Awan 的管理員，或不再是管理員。稽核記錄會顯示是誰，以及由誰操作。',
      '如果您對此並不知情，請立即聯絡其他管理員。',
    ],
    action: '開啟 Awan',
  }),
  sessionsEnded: () => ({
    subject: '您已登出 Awan 帳號',
    title: '您已在所有裝置上登出',
    paragraphs: [
      '此 Awan 的管理員已結束您的所有工作階段。您的檔案沒有變動。',
      '請重新登入以繼續使用。',
    ],
    action: '登入',
  }),
  secondStepRemoved: () => ({
    subject: '您的 Awan 帳號的兩步驟驗證已被關閉',
    title: '兩步驟驗證已被關閉',
    paragraphs: [
      '此 Awan 的管理員已為您關閉。所有工作階段均已結束，也不再有信任的裝置。',
      '請登入並重新開啟。如果您沒有提出要求，請立即告知管理員。',
    ],
    action: '登入',
  }),
  deletionDecided: () => ({
    subject: '管理員將刪除您的 Awan 帳號',
    title: '您的帳號將被刪除',
    paragraphs: [
      '這是此 Awan 管理員的決定，所有工作階段均已結束。在上述日期之後，您的帳號和所有檔案將永久刪除。',
      '如果您認為這是誤會，請在該日期之前登入或聯絡管理員。',
    ],
    action: '登入',
  }),
  deletionReminder: () => ({
    subject: '您的 Awan 帳號即將刪除',
    title: '您的帳號即將刪除',
    paragraphs: [
      '到上述日期，您的帳號和所有檔案將永久刪除。',
      '如需保留，請在該日期之前登入。如果無法登入，請聯絡此 Awan 的管理員。',
    ],
    action: '登入',
  }),
  invitation: () => ({
    subject: '有人在 Awan 上與您共用了內容',
    title: '有人與您共用了內容',
    paragraphs: [
      '登入，或使用此電子郵件地址註冊帳號，即可在「與我共用」中查看。',
      '如果您不認識寄件者，請忽略此郵件。',
    ],
    action: '開啟 Awan',
  }),
  sharedWithYou: () => ({
    subject: '您在 Awan 上收到了新的共用內容',
    title: '有人與您共用了內容',
    paragraphs: ['您可以在收件匣和「與我共用」中查看。'],
    action: '開啟收件匣',
  }),
  roleChanged: () => ({
    subject: '您在 Awan 上的角色已變更',
    title: '您的角色已變更',
    paragraphs: ['從現在起，您對共用內容可執行的操作有所變化。'],
    action: '開啟收件匣',
  }),
  accessEnded: () => ({
    subject: '您在 Awan 上的存取權限已結束',
    title: '您的存取權限已結束',
    paragraphs: ['有內容不再與您共用。如果您認為有誤，請詢問共用者。'],
    action: '開啟收件匣',
  }),
  managerAppointed: () => ({
    subject: 'Awan 上任命了一位負責人',
    title: '您的團隊雲端硬碟有了新的負責人',
    paragraphs: [
      '此伺服器的管理員已任命某人為您管理的團隊雲端硬碟的負責人。負責人可以讀取、變更和共用其中的所有內容。如果您對此並不知情，請查看該雲端硬碟的成員。',
    ],
    action: '開啟收件匣',
  }),
  dropArrived: () => ({
    subject: 'Awan 上的提交資料夾收到了檔案',
    title: '您的提交資料夾收到了檔案',
    paragraphs: ['檔案由連結訪客傳送。請只開啟您預期的檔案。'],
    action: '開啟收件匣',
  }),
  accessAsked: () => ({
    subject: '有人在 Awan 上向您要求存取權限',
    title: '有人向您要求存取權限',
    paragraphs: ['您可以在收件匣中同意或拒絕該要求。如果您不認識對方，請拒絕。'],
    action: '開啟收件匣',
  }),
  transferOffered: () => ({
    subject: '有人在 Awan 上要將檔案或資料夾轉交給您',
    title: '有人要將檔案或資料夾轉交給您',
    paragraphs: [
      '您在收件匣中接受後，它將歸您所有，並計入您的儲存空間。如果您不認識對方，請拒絕。',
    ],
    action: '開啟收件匣',
  }),
  transferAnswered: () => ({
    subject: '您在 Awan 上的轉交已有答覆',
    title: '您的轉交已有答覆',
    paragraphs: ['收件匣會顯示對方接受還是拒絕。'],
    action: '開啟收件匣',
  }),
  labels: {
    device: '裝置',
    address: '位址',
    time: '時間',
    deletion: '刪除日期',
    from: '來自',
    item: '共用內容',
    place: '檔案或資料夾',
    role: '角色',
    files: '檔案',
    more: '其他',
  },
  roles: {
    viewer: '檢視者',
    contributor: '貢獻者',
    editor: '編輯者',
    manager: '負責人',
    drop: '提交資料夾',
  },
  unsubscribe: {
    link: '停止接收此類郵件',
    question: '停止接收此類郵件？',
    explanation: '您將不再收到此類郵件。訊息仍保留在收件匣中，您可以在設定中重新開啟郵件。',
    button: '停止接收',
    done: '您不會再收到此類郵件',
    afterwards: '您可以在設定中重新開啟。',
  },
  footer: '此郵件由 Awan 自動寄出，請勿回覆。',
}
