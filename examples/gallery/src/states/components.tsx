/** The states of components on an application's own pages. */
import { Can, MessageCard, SelectedTeamSwitcher, SignedIn, SignedOut, UserAvatar, UserButton } from "keystile/react"
import { list, teamId, user } from "../state-page/service.ts"
import type { State } from "./state.ts"

const trigger = { press: ".ks-trigger" }
const noop = () => {}
const noHeading = "page-has-heading-one"

const full = <UserButton showUserInfo colorModeToggle={noop} extraItems={[{ text: "Billing", onClick: noop }]} />
const fails = async () => {
  throw new Error("The gallery has no such action.")
}
const ada = { displayName: "Ada Okafor", profileImageUrl: null }

export const componentStates: ReadonlyArray<State> = [
  {
    of: "UserButton",
    name: "signed in",
    component: <UserButton />,
    signedIn: true,
    shows: ".ks-avatar",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "with name and address",
    component: full,
    signedIn: true,
    shows: ".ks-person-text",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "open",
    component: full,
    signedIn: true,
    acts: [trigger],
    shows: "[role=menu]",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "an entry that failed",
    component: <UserButton showUserInfo extraItems={[{ text: "Billing", onClick: fails }]} />,
    signedIn: true,
    acts: [trigger, { press: "button[role=menuitem]" }],
    shows: ".ks-notice",
    except: noHeading
  },
  { of: "UserButton", name: "signed out", component: full, acts: [trigger], shows: "[role=menu]", except: noHeading },
  {
    of: "UserButton",
    name: "loading",
    component: full,
    signedIn: true,
    responses: { "GET /users/me": "never" },
    shows: ".ks-skeleton",
    except: noHeading
  },
  {
    of: "UserButton",
    name: "not loaded",
    component: full,
    signedIn: true,
    responses: { "GET /users/me": { status: 418 } },
    acts: [trigger],
    shows: "[role=menu]",
    except: noHeading
  },
  {
    of: "SelectedTeamSwitcher",
    name: "a team",
    component: <SelectedTeamSwitcher />,
    signedIn: true,
    shows: ".ks-trigger",
    except: noHeading
  },
  {
    of: "SelectedTeamSwitcher",
    name: "open",
    component: <SelectedTeamSwitcher />,
    signedIn: true,
    acts: [trigger],
    shows: "[role=menuitemradio]",
    except: noHeading
  },
  {
    of: "SelectedTeamSwitcher",
    name: "no team",
    component: <SelectedTeamSwitcher />,
    signedIn: true,
    acts: [trigger],
    responses: {
      "GET /users/me": { json: user({ selected_team: null, selected_team_id: null }) },
      "GET /teams": list([])
    },
    shows: "[role=menu]",
    except: noHeading
  },
  {
    of: "SignedIn",
    name: "a user",
    component: (
      <SignedIn>
        <UserButton showUserInfo />
      </SignedIn>
    ),
    signedIn: true,
    shows: ".ks-person-text",
    except: noHeading
  },
  {
    of: "SignedOut",
    name: "a visitor",
    component: (
      <SignedOut>
        <MessageCard level={1} title="The orchard is closed" primaryButtonText="Wait" secondaryButtonText="Leave" />
      </SignedOut>
    ),
    shows: ".ks-card"
  },
  {
    of: "Can",
    name: "a permission",
    component: (
      <Can permission="$invite_members" team={teamId}>
        <SelectedTeamSwitcher />
      </Can>
    ),
    signedIn: true,
    shows: ".ks-trigger",
    except: noHeading
  },
  {
    of: "Can",
    name: "no permission",
    component: (
      <Can
        permission="billing"
        team={teamId}
        fallback={
          <MessageCard level={1} title="The orchard is closed" primaryButtonText="Wait" secondaryButtonText="Leave" />
        }
      />
    ),
    signedIn: true,
    shows: ".ks-card"
  },
  {
    of: "UserAvatar",
    name: "sizes",
    component: (
      <>
        <UserAvatar user={ada} />
        <UserAvatar user={ada} size={60} border />
        <UserAvatar user={{ primaryEmail: "noor@fernhill.example" }} />
        <UserAvatar />
      </>
    ),
    shows: ".ks-avatar",
    except: noHeading
  },
  {
    of: "MessageCard",
    name: "an action that failed",
    component: (
      <MessageCard
        level={1}
        title="The orchard is closed"
        primaryButtonText="Wait"
        primaryAction={fails}
        secondaryButtonText="Leave"
      />
    ),
    acts: [{ press: ".ks-button" }],
    shows: ".ks-notice"
  },
  {
    of: "MessageCard",
    name: "two links",
    component: (
      <MessageCard level={1} title="The orchard is closed" primaryButtonText="Wait" secondaryButtonText="Leave">
        <p className="ks-text">It opens at nine.</p>
      </MessageCard>
    ),
    shows: ".ks-card"
  }
]
