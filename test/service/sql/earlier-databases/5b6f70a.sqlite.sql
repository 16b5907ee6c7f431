PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1264941427;
BEGIN;
CREATE TABLE "migrations" (
  migration_id integer PRIMARY KEY NOT NULL,
  created_at datetime NOT NULL DEFAULT current_timestamp,
  name VARCHAR(255) NOT NULL
);
CREATE TABLE installation (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      server_secret TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE projects (
      
      id TEXT PRIMARY KEY,
      display_name TEXT NOT NULL,
      description TEXT NOT NULL,
      is_production_mode INTEGER NOT NULL CHECK (is_production_mode IN (0, 1)),
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE project_configs (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
      sign_up_enabled INTEGER NOT NULL CHECK (sign_up_enabled IN (0, 1)),
      credential_enabled INTEGER NOT NULL CHECK (credential_enabled IN (0, 1)),
      magic_link_enabled INTEGER NOT NULL CHECK (magic_link_enabled IN (0, 1)),
      passkey_enabled INTEGER NOT NULL CHECK (passkey_enabled IN (0, 1)),
      client_team_creation_enabled INTEGER NOT NULL CHECK (client_team_creation_enabled IN (0, 1)),
      client_user_deletion_enabled INTEGER NOT NULL CHECK (client_user_deletion_enabled IN (0, 1)),
      create_team_on_sign_up INTEGER NOT NULL CHECK (create_team_on_sign_up IN (0, 1)),
      allow_localhost INTEGER NOT NULL CHECK (allow_localhost IN (0, 1))
    ) STRICT;
CREATE TABLE trusted_domains (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      domain TEXT NOT NULL,
      handler_path TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (project_id, domain)
    ) STRICT;
CREATE TABLE api_key_sets (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      description TEXT NOT NULL,
      is_initial INTEGER NOT NULL CHECK (is_initial IN (0, 1)),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      revoked_at INTEGER
    ) STRICT;
CREATE INDEX api_key_sets_of_project ON api_key_sets (project_id);
CREATE UNIQUE INDEX one_initial_key_set ON api_key_sets (project_id) WHERE is_initial = 1;
CREATE TABLE api_keys (
      key_set_id TEXT NOT NULL REFERENCES api_key_sets (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('publishable_client_key', 'secret_server_key', 'super_secret_admin_key')),
      hash TEXT NOT NULL,
      plain TEXT,
      last_four TEXT NOT NULL,
      PRIMARY KEY (key_set_id, kind)
    ) STRICT;
CREATE INDEX api_keys_by_hash ON api_keys (hash);
CREATE TABLE users (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      display_name TEXT,
      profile_image_url TEXT,
      client_metadata TEXT NOT NULL,
      client_read_only_metadata TEXT NOT NULL,
      server_metadata TEXT NOT NULL,
      totp_secret TEXT,
      otp_auth_enabled INTEGER NOT NULL CHECK (otp_auth_enabled IN (0, 1)),
      signed_up_at INTEGER NOT NULL,
      last_active_at INTEGER NOT NULL,
      UNIQUE (project_id, id)
    ) STRICT;
CREATE INDEX users_by_sign_up ON users (project_id, signed_up_at, id);
CREATE TABLE contact_channels (
      
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('email')),
      value TEXT NOT NULL,
      is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
      is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
      used_for_auth INTEGER NOT NULL CHECK (used_for_auth IN (0, 1)),
      created_at INTEGER NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (user_id, type, value)
    ) STRICT;
CREATE UNIQUE INDEX one_channel_for_auth ON contact_channels (project_id, type, value) WHERE used_for_auth = 1;
CREATE UNIQUE INDEX one_primary_channel ON contact_channels (user_id, type) WHERE is_primary = 1;
CREATE TABLE passwords (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      changed_at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      refresh_token_hash TEXT NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX sessions_of_user ON sessions (project_id, user_id);
CREATE TABLE verification_codes (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      code_hash TEXT NOT NULL UNIQUE,
      tail_hash TEXT NOT NULL,
      callback_url TEXT,
      data TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER
    ) STRICT;
CREATE INDEX verification_codes_by_tail ON verification_codes (project_id, tail_hash);
CREATE TABLE email_templates (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type TEXT NOT NULL CHECK (type IN ('email_verification', 'password_reset', 'magic_link', 'team_invitation')),
      subject TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (project_id, type)
    ) STRICT;
CREATE TABLE mails (
      id TEXT PRIMARY KEY,
      position INTEGER NOT NULL UNIQUE,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      sender TEXT NOT NULL,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT NOT NULL,
      links TEXT NOT NULL,
      codes TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      taken_at INTEGER,
      delivery TEXT NOT NULL CHECK (delivery IN ('mailbox', 'pending', 'delivered', 'failed')),
      delivery_problem TEXT
    ) STRICT;
CREATE INDEX mails_by_recipient ON mails (recipient, position);
CREATE INDEX mails_of_project ON mails (project_id);
CREATE TABLE totp_uses (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      step INTEGER NOT NULL
    ) STRICT;
CREATE TABLE teams (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      display_name TEXT NOT NULL,
      profile_image_url TEXT,
      client_metadata TEXT NOT NULL,
      client_read_only_metadata TEXT NOT NULL,
      server_metadata TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, id)
    ) STRICT;
CREATE INDEX teams_by_creation ON teams (project_id, created_at, id);
CREATE TABLE team_memberships (
      project_id TEXT NOT NULL,
      team_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      is_selected INTEGER NOT NULL CHECK (is_selected IN (0, 1)),
      display_name TEXT,
      profile_image_url TEXT,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (team_id, user_id),
      FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX memberships_of_user ON team_memberships (project_id, user_id, team_id);
CREATE INDEX memberships_by_age ON team_memberships (team_id, created_at, user_id);
CREATE UNIQUE INDEX one_selected_team ON team_memberships (user_id) WHERE is_selected = 1;
CREATE TABLE permission_definitions (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      description TEXT,
      is_creator_default INTEGER NOT NULL CHECK (is_creator_default IN (0, 1)),
      is_member_default INTEGER NOT NULL CHECK (is_member_default IN (0, 1)),
      PRIMARY KEY (project_id, id)
    ) STRICT;
CREATE TABLE permission_contents (
      project_id TEXT NOT NULL,
      permission_id TEXT NOT NULL,
      contained_id TEXT NOT NULL,
      PRIMARY KEY (project_id, permission_id, contained_id),
      FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE,
      FOREIGN KEY (project_id, contained_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE
    ) STRICT;
CREATE INDEX containers_of_permission ON permission_contents (project_id, contained_id);
CREATE TABLE member_permissions (
      project_id TEXT NOT NULL,
      team_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      permission_id TEXT NOT NULL,
      PRIMARY KEY (team_id, user_id, permission_id),
      FOREIGN KEY (team_id, user_id) REFERENCES team_memberships (team_id, user_id) ON DELETE CASCADE,
      FOREIGN KEY (project_id, permission_id) REFERENCES permission_definitions (project_id, id)
        ON DELETE CASCADE ON UPDATE CASCADE
    ) STRICT;
CREATE INDEX permissions_of_user ON member_permissions (project_id, user_id, team_id, permission_id);
CREATE INDEX holders_of_permission ON member_permissions (project_id, permission_id);
CREATE TABLE team_invitations (
      id TEXT PRIMARY KEY REFERENCES verification_codes (id) ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      team_id TEXT NOT NULL,
      recipient_email TEXT NOT NULL,
      FOREIGN KEY (project_id, team_id) REFERENCES teams (project_id, id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX invitations_of_team ON team_invitations (project_id, team_id);
CREATE TABLE oauth_endpoints (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      endpoints TEXT NOT NULL,
      PRIMARY KEY (project_id, provider_id)
    ) STRICT;
CREATE TABLE oauth_settings (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      plain_challenge_allowed INTEGER NOT NULL CHECK (plain_challenge_allowed IN (0, 1))
    ) STRICT;
CREATE TABLE oauth_accounts (
      project_id TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      email TEXT,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, provider_id, account_id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX oauth_accounts_of_user ON oauth_accounts (project_id, user_id);
CREATE TABLE oauth_provider_tokens (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
      token TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      FOREIGN KEY (project_id, provider_id, account_id)
        REFERENCES oauth_accounts (project_id, provider_id, account_id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX oauth_provider_tokens_of_account ON oauth_provider_tokens (project_id, provider_id, account_id, kind);
CREATE TABLE oauth_flows (
      state_hash TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('authenticate', 'link')),
      user_id TEXT,
      redirect_uri TEXT NOT NULL,
      client_state TEXT NOT NULL,
      scope TEXT NOT NULL,
      code_challenge TEXT NOT NULL,
      code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
      error_redirect_url TEXT,
      after_callback_redirect_url TEXT,
      provider_scopes TEXT NOT NULL,
      provider_verifier TEXT NOT NULL,
      provider_nonce TEXT,
      embedded_code_hash TEXT,
      embedded_account_id TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      CHECK ((type = 'link') = (user_id IS NOT NULL))
    ) STRICT;
CREATE INDEX oauth_flows_by_expiry ON oauth_flows (expires_at);
CREATE TABLE oauth_authorization_codes (
      code_hash TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      code_challenge TEXT NOT NULL,
      code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('S256', 'plain')),
      is_new_user INTEGER NOT NULL CHECK (is_new_user IN (0, 1)),
      after_callback_redirect_url TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      replayed_at INTEGER,
      refresh_token_hash TEXT,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX oauth_authorization_codes_by_expiry ON oauth_authorization_codes (expires_at);
CREATE TABLE embedded_identities (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      provider_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      email TEXT,
      email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
      display_name TEXT,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, provider_id, account_id)
    ) STRICT;
CREATE TABLE passkeys (
      user_id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL,
      credential_id TEXT NOT NULL,
      public_key TEXT NOT NULL,
      counter INTEGER NOT NULL,
      registered_at INTEGER NOT NULL,
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE,
      UNIQUE (project_id, credential_id)
    ) STRICT;
CREATE TABLE project_oauth_providers (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('shared', 'standard')),
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      client_id TEXT,
      client_secret TEXT,
      facebook_config_id TEXT,
      microsoft_tenant_id TEXT,
      PRIMARY KEY (project_id, id),
      CHECK (type = 'shared' OR (client_id IS NOT NULL AND client_secret IS NOT NULL))
    ) STRICT;
CREATE TABLE project_email_configs (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      host TEXT NOT NULL,
      port INTEGER NOT NULL CHECK (port BETWEEN 0 AND 65535),
      username TEXT NOT NULL,
      password TEXT NOT NULL,
      sender_name TEXT NOT NULL,
      sender_email TEXT NOT NULL
    ) STRICT;
CREATE TABLE user_activity (
      project_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      day INTEGER NOT NULL,
      PRIMARY KEY (project_id, day, user_id),
      FOREIGN KEY (project_id, user_id) REFERENCES users (project_id, id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX user_activity_of_user ON user_activity (project_id, user_id);
CREATE INDEX users_by_activity ON users (project_id, last_active_at);
CREATE TABLE webhook_portal_tokens (
      token_hash TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
CREATE INDEX webhook_portal_tokens_by_expiry ON webhook_portal_tokens (expires_at);
CREATE TABLE limit_buckets (
      key TEXT PRIMARY KEY,
      full_at REAL NOT NULL
    ) STRICT;
CREATE INDEX limit_buckets_by_time ON limit_buckets (full_at);
CREATE TABLE webhook_targets (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, url)
    ) STRICT;
CREATE TABLE webhook_messages (
      
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      payload TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
CREATE INDEX webhook_messages_of_project ON webhook_messages (project_id, created_at);
CREATE INDEX webhook_messages_by_time ON webhook_messages (created_at);
CREATE TABLE webhook_deliveries (
      
      message_id TEXT NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
      target_id TEXT NOT NULL REFERENCES webhook_targets (id) ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
      tries INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      claim TEXT,
      PRIMARY KEY (message_id, target_id)
    ) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (target_id, state, due_at);
CREATE TABLE webhook_attempts (
      
      id TEXT PRIMARY KEY,
      message_id TEXT NOT NULL,
      target_id TEXT NOT NULL,
      attempted_at INTEGER NOT NULL,
      duration_millis INTEGER NOT NULL,
      status INTEGER,
      problem TEXT,
      answer TEXT,
      FOREIGN KEY (message_id, target_id) REFERENCES webhook_deliveries (message_id, target_id) ON DELETE CASCADE
    ) STRICT;
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (message_id, target_id);
INSERT INTO migrations (migration_id, created_at, name) VALUES (1, '2026-11-23 02:45:53', 'projects');
INSERT INTO migrations (migration_id, created_at, name) VALUES (2, '2026-11-23 02:45:53', 'users');
INSERT INTO migrations (migration_id, created_at, name) VALUES (3, '2026-11-23 02:45:53', 'sessions');
INSERT INTO migrations (migration_id, created_at, name) VALUES (4, '2026-11-23 02:45:53', 'verification_codes');
INSERT INTO migrations (migration_id, created_at, name) VALUES (5, '2026-11-23 02:45:53', 'mail');
INSERT INTO migrations (migration_id, created_at, name) VALUES (6, '2026-11-23 02:45:53', 'second_factor');
INSERT INTO migrations (migration_id, created_at, name) VALUES (10, '2026-11-23 02:45:53', 'teams');
INSERT INTO migrations (migration_id, created_at, name) VALUES (11, '2026-11-23 02:45:53', 'permissions');
INSERT INTO migrations (migration_id, created_at, name) VALUES (12, '2026-11-23 02:45:53', 'team_invitations');
INSERT INTO migrations (migration_id, created_at, name) VALUES (20, '2026-11-23 02:45:53', 'oauth_providers');
INSERT INTO migrations (migration_id, created_at, name) VALUES (21, '2026-11-23 02:45:53', 'oauth_accounts');
INSERT INTO migrations (migration_id, created_at, name) VALUES (22, '2026-11-23 02:45:53', 'oauth_flows');
INSERT INTO migrations (migration_id, created_at, name) VALUES (30, '2026-11-23 02:45:53', 'passkeys');
INSERT INTO migrations (migration_id, created_at, name) VALUES (31, '2026-11-23 02:45:53', 'project_settings');
INSERT INTO migrations (migration_id, created_at, name) VALUES (32, '2026-11-23 02:45:53', 'user_activity');
INSERT INTO migrations (migration_id, created_at, name) VALUES (33, '2026-11-23 02:45:53', 'webhook_portal_tokens');
INSERT INTO migrations (migration_id, created_at, name) VALUES (34, '2026-11-23 02:45:53', 'limit_buckets');
INSERT INTO migrations (migration_id, created_at, name) VALUES (35, '2026-11-23 02:45:53', 'webhooks');
INSERT INTO installation (id, server_secret, created_at) VALUES (1, 'Ga1pc89hr9HgVuy3vzR-WVZCf1GXGjVued4GV0Tykss', 1795401953367);
INSERT INTO projects (id, display_name, description, is_production_mode, created_at) VALUES ('11111111-1111-4111-8111-111111111111', 'Fernhill', '', 0, 1795401953505);
INSERT INTO projects (id, display_name, description, is_production_mode, created_at) VALUES ('internal', 'Internal', '', 0, 1795401953512);
INSERT INTO project_configs (id, project_id, sign_up_enabled, credential_enabled, magic_link_enabled, passkey_enabled, client_team_creation_enabled, client_user_deletion_enabled, create_team_on_sign_up, allow_localhost) VALUES ('4a72de48-cb53-43c0-9f05-98b2683faa63', '11111111-1111-4111-8111-111111111111', 1, 1, 1, 0, 0, 0, 0, 1);
INSERT INTO project_configs (id, project_id, sign_up_enabled, credential_enabled, magic_link_enabled, passkey_enabled, client_team_creation_enabled, client_user_deletion_enabled, create_team_on_sign_up, allow_localhost) VALUES ('cc0cb0b4-5871-429f-8cc4-18f9d07c84e0', 'internal', 1, 1, 0, 0, 0, 0, 0, 1);
INSERT INTO trusted_domains (project_id, domain, handler_path, position) VALUES ('11111111-1111-4111-8111-111111111111', 'https://fernhill.example', '/handler', 0);
INSERT INTO api_key_sets (id, project_id, description, is_initial, created_at, expires_at, revoked_at) VALUES ('7a26dd90-6ece-4d54-af5f-b96ea8a9cf5b', '11111111-1111-4111-8111-111111111111', 'Initial keys', 1, 1795401953505, 4949001953505, NULL);
INSERT INTO api_key_sets (id, project_id, description, is_initial, created_at, expires_at, revoked_at) VALUES ('ec86227a-2d79-4c10-9cd1-ab8e34e01f9c', 'internal', 'Initial keys', 1, 1795401953512, 4949001953512, NULL);
INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four) VALUES ('7a26dd90-6ece-4d54-af5f-b96ea8a9cf5b', 'publishable_client_key', 'zK8Lq_ilfuM96ftOv1P4PDXwyf4jDX_tIZIPzidd2wg', 'pck_of_the_project', 'ject');
INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four) VALUES ('7a26dd90-6ece-4d54-af5f-b96ea8a9cf5b', 'secret_server_key', 'xm2Rd1C5kTNWCDEyKVBh7LI1Dtv4A3xadIGRu88iUW4', 'ssk_of_the_project', 'ject');
INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four) VALUES ('7a26dd90-6ece-4d54-af5f-b96ea8a9cf5b', 'super_secret_admin_key', 'UINPaKv9EUmq1JNJNVY4K8lWBf6ZYxUxuy6QQwfmrp0', 'sak_of_the_project', 'ject');
INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four) VALUES ('ec86227a-2d79-4c10-9cd1-ab8e34e01f9c', 'publishable_client_key', '6jx4e4Rucxkpc8mBCl9XXMjcZy5KRKWrDKc-KWna_Zw', 'pck_devtnvekpaz3xc7jaxnxygmrhdw9c9rbk8zd5d7zv443r', '443r');
INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four) VALUES ('ec86227a-2d79-4c10-9cd1-ab8e34e01f9c', 'secret_server_key', 'ZBXyaKkgYYhuOYXWO3-R1QCfi4R5bRYWhYGNcpTbsm0', 'ssk_devzt0j6b2xvvzxgyr2nrj6cwj17yxyqp63ceazgtkqth', 'kqth');
INSERT INTO api_keys (key_set_id, kind, hash, plain, last_four) VALUES ('ec86227a-2d79-4c10-9cd1-ab8e34e01f9c', 'super_secret_admin_key', 'DwlCreSpDV10ooromHSYYCtm3_cD3pXMtO3hVevELeg', 'sak_dev8jdn79pmx7taqx20dhr0fm3ys6263tfw4fgx0jnvsj', 'nvsj');
INSERT INTO users (id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata, totp_secret, otp_auth_enabled, signed_up_at, last_active_at) VALUES ('aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '11111111-1111-4111-8111-111111111111', NULL, NULL, '{"theme":"dark"}', 'null', 'null', NULL, 0, 1795401953387, 1795401953694);
INSERT INTO contact_channels (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at) VALUES ('9f4676ba-12de-487e-bb07-5fe02df8b97a', '11111111-1111-4111-8111-111111111111', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'email', 'ada@example.com', 1, 0, 1, 1795401953387);
INSERT INTO contact_channels (id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at) VALUES ('96f9cbef-5b2c-414f-b0e9-aaafc8c0c2d5', '11111111-1111-4111-8111-111111111111', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'email', 'ada@fernhill.example', 0, 0, 0, 1795401953776);
INSERT INTO passwords (user_id, hash, changed_at) VALUES ('aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '$scrypt$ln=15,r=8,p=1$3PfmyEiqN8XqpQkKcpybbg$jENsRuTmtB_uL-bPmQKxGdSGbHUYLTeE2YsjS1Jlbh0', 1795401953387);
INSERT INTO sessions (id, project_id, user_id, refresh_token_hash, created_at, expires_at) VALUES ('5bbd3799-f1a0-42a4-8501-1100a42da2a5', '11111111-1111-4111-8111-111111111111', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 's1Qt8zeqMwMTfIh1_tmBHtailHsqXeor1Y7ULsWaves', 1795401953694, 1826937953694);
INSERT INTO verification_codes (id, project_id, user_id, kind, code_hash, tail_hash, callback_url, data, attempts, created_at, expires_at, used_at) VALUES ('67e0a9c3-36a2-45c8-9cfd-cd134522098b', '11111111-1111-4111-8111-111111111111', NULL, 'team_invitation', '8V4h2z_NvwfNfbpzJIvDH4WIf3PPbQpTmOg_BVp77C0', 'DhjbpqmIoYKn2CnnlpF_gwMfhE9RwXjPivqKoYezC7s', 'http://localhost:3000/cb', '{}', 0, 1795401953795, 1796006753795, NULL);
INSERT INTO teams (id, project_id, display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata, created_at) VALUES ('9c2d7e8f-ec76-434b-bed4-a05bf6acc0bb', '11111111-1111-4111-8111-111111111111', 'Gardeners', NULL, 'null', 'null', 'null', 1795401953753);
INSERT INTO team_memberships (project_id, team_id, user_id, is_selected, display_name, profile_image_url, created_at) VALUES ('11111111-1111-4111-8111-111111111111', '9c2d7e8f-ec76-434b-bed4-a05bf6acc0bb', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 1, NULL, NULL, 1795401953754);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', '$update_team', 'Update the team information', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', '$delete_team', 'Delete the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', '$read_members', 'Read and list the other members of the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', '$remove_members', 'Remove other members from the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', '$invite_members', 'Invite other users to the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', 'admin', 'Default permission for team creators', 1, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('11111111-1111-4111-8111-111111111111', 'member', 'Default permission for team members', 0, 1);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', '$update_team', 'Update the team information', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', '$delete_team', 'Delete the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', '$read_members', 'Read and list the other members of the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', '$remove_members', 'Remove other members from the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', '$invite_members', 'Invite other users to the team', 0, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', 'admin', 'Default permission for team creators', 1, 0);
INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default) VALUES ('internal', 'member', 'Default permission for team members', 0, 1);
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'admin', '$update_team');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'admin', '$delete_team');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'admin', '$read_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'admin', '$remove_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'admin', '$invite_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'member', '$read_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('11111111-1111-4111-8111-111111111111', 'member', '$invite_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'admin', '$update_team');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'admin', '$delete_team');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'admin', '$read_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'admin', '$remove_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'admin', '$invite_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'member', '$read_members');
INSERT INTO permission_contents (project_id, permission_id, contained_id) VALUES ('internal', 'member', '$invite_members');
INSERT INTO member_permissions (project_id, team_id, user_id, permission_id) VALUES ('11111111-1111-4111-8111-111111111111', '9c2d7e8f-ec76-434b-bed4-a05bf6acc0bb', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'admin');
INSERT INTO team_invitations (id, project_id, team_id, recipient_email) VALUES ('67e0a9c3-36a2-45c8-9cfd-cd134522098b', '11111111-1111-4111-8111-111111111111', '9c2d7e8f-ec76-434b-bed4-a05bf6acc0bb', 'bob@example.com');
INSERT INTO project_oauth_providers (project_id, id, type, enabled, client_id, client_secret, facebook_config_id, microsoft_tenant_id) VALUES ('11111111-1111-4111-8111-111111111111', 'github', 'shared', 1, NULL, NULL, NULL, NULL);
INSERT INTO user_activity (project_id, user_id, day) VALUES ('11111111-1111-4111-8111-111111111111', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 20780);
INSERT INTO webhook_targets (id, project_id, url, secret, created_at) VALUES ('5864a26c-c6c8-4c79-92e5-8a3cae080cd7', '11111111-1111-4111-8111-111111111111', 'http://127.0.0.1:9/hook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 1795401953512);
COMMIT;
