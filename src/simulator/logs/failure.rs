//! Exceptions as .NET prints them, of any length.

use fastrand::Rng;

use super::line::append;

/// What went wrong underneath.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    Database,
    Deadlock,
    Device,
    NullReference,
    Printer,
}

/// An exception that is written when it is asked for.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    cause: Cause,
    seed: u64,
    length: usize,
}

impl Failure {
    /// Makes an exception that is at least `length` bytes long.
    pub(super) fn new(cause: Cause, seed: u64, length: usize) -> Self {
        Self {
            cause,
            seed,
            length,
        }
    }

    /// Appends the exception: its type and message, stack frames, then inner exceptions until it is long enough.
    pub(super) fn write(&self, text: &mut String) {
        let mut draw = Rng::with_seed(self.seed);
        let (name, message) = self.cause.headline();
        let end = text.len() + self.length;
        append(text, format_args!("{name}: {message}"));
        write_frames(&mut draw, text);
        let mut inner = 0;
        while text.len() < end {
            append(
                text,
                format_args!("\r\n---> (Inner Exception #{inner}) {name}: {message}"),
            );
            write_frames(&mut draw, text);
            text.push_str("<---");
            inner += 1;
        }
    }
}

impl Cause {
    fn headline(self) -> (&'static str, &'static str) {
        match self {
            Self::Database => (
                "System.Data.SqlClient.SqlException (0x80131904)",
                "Execution Timeout Expired. The timeout period elapsed prior to completion of the operation or the \
                 server is not responding.",
            ),
            Self::Deadlock => (
                "System.Data.SqlClient.SqlException (0x80131904)",
                "Transaction was deadlocked on lock resources with another process and has been chosen as the \
                 deadlock victim. Rerun the transaction.",
            ),
            Self::Device => (
                "System.TimeoutException",
                "The device did not acknowledge the telegram within the allotted time.",
            ),
            Self::NullReference => (
                "System.NullReferenceException",
                "Object reference not set to an instance of an object.",
            ),
            Self::Printer => (
                "System.Net.Sockets.SocketException (10060)",
                "A connection attempt failed because the connected party did not properly respond after a period \
                 of time.",
            ),
        }
    }
}

fn write_frames(draw: &mut Rng, text: &mut String) {
    for _ in 0..draw.usize(5..11) {
        let (method, file) = draw.choice(FRAMES).unwrap_or_default();
        append(text, format_args!("\r\n   at {method}"));
        if !file.is_empty() {
            append(
                text,
                format_args!(" in D:\\Build\\{file}:line {}", draw.u32(20..900)),
            );
        }
    }
}

/// Method, then the source file if the build has its symbols.
const FRAMES: [(&str, &str); 16] = [
    (
        "System.Data.SqlClient.SqlConnection.OnError(SqlException exception, Boolean breakConnection, Action`1 wrapCloseInAction)",
        "",
    ),
    (
        "System.Data.SqlClient.TdsParser.ThrowExceptionAndWarning(TdsParserStateObject stateObj, Boolean callerHasConnectionLock)",
        "",
    ),
    (
        "System.Data.SqlClient.SqlDataReader.TryConsumeMetaData()",
        "",
    ),
    (
        "System.Data.SqlClient.SqlCommand.RunExecuteReader(CommandBehavior cmdBehavior, RunBehavior runBehavior, Boolean returnStream)",
        "",
    ),
    ("System.Data.Common.DbCommand.ExecuteReader()", ""),
    (
        "System.Threading.Tasks.Task.WaitAll(Task[] tasks, Int32 millisecondsTimeout, CancellationToken cancellationToken)",
        "",
    ),
    (
        "System.Linq.Enumerable.WhereSelectListIterator`2.MoveNext()",
        "",
    ),
    (
        "System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw()",
        "",
    ),
    (
        "EasyWMS.Persistence.UnitOfWork.Commit(IsolationLevel level)",
        "Persistence\\UnitOfWork.cs",
    ),
    (
        "EasyWMS.Persistence.Repository`1.Query(QueryDefinition definition, Int32 skip, Int32 take)",
        "Persistence\\Repository.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.ActivityScheduler.Execute(ActivityInstance instance, WorkflowContext context)",
        "Workflow\\ActivityScheduler.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.Activities.ForEachActivity.<RunAsync>d__14.MoveNext()",
        "Workflow\\Activities\\ForEachActivity.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.Activities.QueryActivity.<RunAsync>d__9.MoveNext()",
        "Workflow\\Activities\\QueryActivity.cs",
    ),
    (
        "EasyWMS.Automation.Telegrams.TelegramChannel.SendAndWait(Telegram telegram, TimeSpan timeout)",
        "Automation\\TelegramChannel.cs",
    ),
    (
        "EasyWMS.Scheduler.JobRunner.<RunJobAsync>d__21.MoveNext()",
        "Scheduler\\JobRunner.cs",
    ),
    (
        "CustomApp.Steps.SendPageStep.<ExecuteAsync>d__4.MoveNext()",
        "CustomApp\\Steps\\SendPageStep.cs",
    ),
];
