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
        write_frames(self.cause, &mut draw, text);
        let mut inner = 0;
        while text.len() < end {
            append(
                text,
                format_args!("\r\n---> (Inner Exception #{inner}) {name}: {message}"),
            );
            write_frames(self.cause, &mut draw, text);
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

    /// Where it was thrown, innermost first.
    fn origin(self) -> &'static [&'static str] {
        match self {
            Self::Database | Self::Deadlock => &DATABASE,
            Self::Device | Self::Printer => &NETWORK,
            Self::NullReference => &MEMORY,
        }
    }
}

fn write_frames(cause: Cause, draw: &mut Rng, text: &mut String) {
    for method in cause.origin() {
        append(text, format_args!("\r\n   at {method}"));
    }
    // A run through a fixed list, so that no frame follows itself.
    let first = draw.usize(0..ENGINE.len());
    let frames = ENGINE.iter().cycle().skip(first).take(draw.usize(3..7));
    for (method, file) in frames {
        let line = draw.u32(20..900);
        append(
            text,
            format_args!("\r\n   at {method} in D:\\Build\\{file}:line {line}"),
        );
    }
}

const DATABASE: [&str; 5] = [
    "System.Data.SqlClient.SqlConnection.OnError(SqlException exception, Boolean breakConnection, Action`1 wrapCloseInAction)",
    "System.Data.SqlClient.TdsParser.ThrowExceptionAndWarning(TdsParserStateObject stateObj, Boolean callerHasConnectionLock)",
    "System.Data.SqlClient.SqlDataReader.TryConsumeMetaData()",
    "System.Data.SqlClient.SqlCommand.RunExecuteReader(CommandBehavior cmdBehavior, RunBehavior runBehavior, Boolean returnStream)",
    "System.Data.Common.DbCommand.ExecuteReader()",
];
const NETWORK: [&str; 3] = [
    "System.Net.Sockets.Socket.DoConnect(EndPoint endPointSnapshot, SocketAddress socketAddress)",
    "System.Net.Sockets.TcpClient.Connect(String hostname, Int32 port)",
    "System.Threading.Tasks.Task.Wait(TimeSpan timeout)",
];
const MEMORY: [&str; 2] = [
    "System.Linq.Enumerable.WhereSelectListIterator`2.MoveNext()",
    "System.Linq.Enumerable.FirstOrDefault[TSource](IEnumerable`1 source)",
];

/// Methods of the product and their source files.
const ENGINE: [(&str, &str); 8] = [
    (
        "EasyWMS.Persistence.Repository`1.Query(QueryDefinition definition, Int32 skip, Int32 take)",
        "Persistence\\Repository.cs",
    ),
    (
        "EasyWMS.Persistence.UnitOfWork.Commit(IsolationLevel level)",
        "Persistence\\UnitOfWork.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.Activities.QueryActivity.<RunAsync>d__9.MoveNext()",
        "Workflow\\Activities\\QueryActivity.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.Activities.ForEachActivity.<RunAsync>d__14.MoveNext()",
        "Workflow\\Activities\\ForEachActivity.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.ActivityScheduler.Execute(ActivityInstance instance, WorkflowContext context)",
        "Workflow\\ActivityScheduler.cs",
    ),
    (
        "CustomApp.Steps.SendPageStep.<ExecuteAsync>d__4.MoveNext()",
        "CustomApp\\Steps\\SendPageStep.cs",
    ),
    (
        "EasyWMS.Workflow.Runtime.WorkflowHost.Run(WorkflowInstance instance)",
        "Workflow\\WorkflowHost.cs",
    ),
    (
        "EasyWMS.Scheduler.JobRunner.<RunJobAsync>d__21.MoveNext()",
        "Scheduler\\JobRunner.cs",
    ),
];
