import type { texts as english } from '../en/drive-offers.ts'

export const texts: Record<keyof typeof english, string> = {
  'offer.title': '轉交「{name}」',
  'offer.title.some': '{count, plural, other {轉交 # 個項目}}',
  'offer.text': '對方在 14 天內接受後即成為擁有者。已有存取權限的人保留權限，連結將失效。',
  'offer.person': '新擁有者',
  'offer.note': '訊息（選填）',
  'offer.keep': '之後我仍可編輯',
  'offer.do': '發起轉交',
  'offer.done': '已向 {name} 發起轉交。',
  'offer.one': '請選擇一位擁有帳號的人。',
  'offer.overlap': '它、它上層的資料夾或其中的內容已在轉交中。請先撤回那次轉交。',
  'offer.limit': '待答覆的轉交過多。請等待部分得到答覆。',
  'offer.failed': '無法轉交 {name}。{reason}',
  'offer.open': '待答覆的轉交',
  'offer.gone': '垃圾桶中的內容',
  'offer.to': '轉交給 {name}，至 {day}',
  'offer.takeBack': '撤回',
  'offer.takeBack.of': '撤回「{name}」的轉交',
  'offer.takenBack': '已撤回轉交。',
}
