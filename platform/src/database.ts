import type { StorageTables } from '@baseplate/storage/tables'
import type { Kysely } from 'kysely'
import type { AuditTables } from './accounts/audit/tables.ts'
import type { BlockTables } from './accounts/blocks/tables.ts'
import type { ExportTables } from './accounts/exports/tables.ts'
import type { FactorTables } from './accounts/factors/tables.ts'
import type { DepartureTables } from './accounts/leaving/tables.ts'
import type { NameTables } from './accounts/names/tables.ts'
import type { PasskeyTables } from './accounts/passkeys/tables.ts'
import type { ProviderTables } from './accounts/providers/tables.ts'
import type { StandingTables } from './accounts/standing/tables.ts'
import type { AccountTables } from './accounts/tables.ts'
import type { TokenTables } from './accounts/tokens/tables.ts'
import type { AssetTables } from './assets/tables.ts'
import type { AvatarTables } from './avatars/tables.ts'
import type { CommentTables } from './comments/tables.ts'
import type { SharedTables } from './foundation/tables.ts'
import type { AppealTables } from './moderation/appeals/tables.ts'
import type { ReviewTables } from './moderation/asset-review/tables.ts'
import type { ReportTables } from './moderation/reports/tables.ts'
import type { TakedownTables } from './moderation/takedowns/tables.ts'
import type { LedgerTables } from './money/ledger/tables.ts'
import type { PaymentTables } from './money/payments/tables.ts'
import type { TreasuryTables } from './money/treasury/tables.ts'
import type { PushTables } from './notifications/push/tables.ts'
import type { NotificationTables } from './notifications/tables.ts'
import type { BannerTables } from './operations/banners/tables.ts'
import type { FilterTables } from './operations/filter/tables.ts'
import type { FlagTables } from './operations/flags/tables.ts'
import type { IdentityTables } from './operations/identity/tables.ts'
import type { MetricTables } from './operations/metrics/tables.ts'
import type { ScreenshotTables } from './operations/screenshots/tables.ts'
import type { PartyTables } from './parties/tables.ts'
import type { GroupTables } from './people/groups/tables.ts'
import type { PostTables } from './people/posts/tables.ts'
import type { StylingTables } from './people/styling/tables.ts'
import type { PictureTables } from './places/pictures/tables.ts'
import type { PlaceTables } from './places/tables.ts'
import type { UploadTables } from './places/uploads/tables.ts'
import type { RenderTables } from './rendering/tables.ts'
import type { SearchTables } from './search/tables.ts'
import type { SocialTables } from './social/tables.ts'
import type { WebhookTables } from './webhooks/tables.ts'

/** Every table, composed of the tables of each domain. */
export interface Database
  extends AccountTables,
    AppealTables,
    AssetTables,
    AuditTables,
    AvatarTables,
    BannerTables,
    BlockTables,
    CommentTables,
    DepartureTables,
    ExportTables,
    FactorTables,
    MetricTables,
    FilterTables,
    FlagTables,
    GroupTables,
    IdentityTables,
    ScreenshotTables,
    NameTables,
    NotificationTables,
    PartyTables,
    PasskeyTables,
    ProviderTables,
    LedgerTables,
    PaymentTables,
    PictureTables,
    PlaceTables,
    UploadTables,
    PostTables,
    PushTables,
    RenderTables,
    ReportTables,
    ReviewTables,
    SearchTables,
    SharedTables,
    SocialTables,
    StandingTables,
    StorageTables,
    StylingTables,
    TakedownTables,
    TokenTables,
    TreasuryTables,
    WebhookTables {}

/** The database or a transaction on it. */
export type Db = Kysely<Database>
